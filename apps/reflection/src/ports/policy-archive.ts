import type { PolicyFile } from '../domain/policy/policy';

/** Every policy set that ever held, by version, for turns that have pinned one (T4). */
export abstract class PolicyArchive {
  /** Keeps a set; keeping it again changes nothing. Throws TransientError when the store is away. */
  abstract keep(version: string, policies: readonly PolicyFile[], atMs: number): Promise<void>;
  abstract find(version: string): Promise<readonly unknown[] | undefined>;
}
