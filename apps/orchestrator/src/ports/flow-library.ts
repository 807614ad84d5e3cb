import type { Flow } from '../domain/flow/flow';

/** The flows of this replica: the current set for new turns, and every version that a running instance has pinned (T4). */
export abstract class FlowLibrary {
  /** The last set that passed its validation. */
  abstract current(): readonly Flow[];
  /** A version that is in memory, whether current or not. */
  abstract byHash(hash: string): Flow | undefined;
  /** Brings a pinned version into memory if it is stored anywhere; throws TransientError when the store cannot be asked. */
  abstract fetch(hash: string): Promise<void>;
}
