import { LRUCache } from 'lru-cache';
import { PermanentError, Repeating, TransientError, type Clock } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { PolicyFault, PolicySet } from '../../../domain/policy-set/policy-set';
import type { PolicyArchive } from '../../../ports/policy-archive';
import { PolicyBook } from '../../../ports/policy-book';
import { fingerprintOf, readPolicies, rebuildPolicies } from './read-policies';

const POLL_MS = 1_000;

/**
 * The policies of one folder. Owns the set that holds, its cache of older ones, and the watch over the folder.
 * 1. A set holds only after it was archived, so that every replica can find what a turn has pinned.
 * 2. A folder that cannot be read, or whose policies are at fault, leaves the last good set in force, and says so once per change.
 */
export class FilePolicyBook extends PolicyBook {
  private set: PolicySet | undefined;
  private fingerprint = '';
  private lastFaults: readonly PolicyFault[] = [];
  private readonly watching: Repeating;
  private readonly older = new LRUCache<string, PolicySet>({ max: 16 });

  constructor(
    private readonly folder: string,
    private readonly archive: PolicyArchive,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.watching = new Repeating(
      () => this.refresh(),
      POLL_MS,
      (error) => logger.warn({ err: error }, 'The policies could not be looked at; the last good ones hold'),
    );
  }

  /** Loads the first set; throws PermanentError `policies_invalid` that names each fault. */
  async open(): Promise<void> {
    await this.load();
    if (!this.set)
      throw new PermanentError(
        'policies_invalid',
        `The policies of ${this.folder} cannot be used: ${textOf(this.lastFaults)}`,
      );
    this.watching.start();
  }

  close(): Promise<void> {
    return this.watching.stop();
  }

  current(): PolicySet {
    if (!this.set) throw new TransientError('policies_not_loaded', 'No policies have been loaded yet.');
    return this.set;
  }

  get faults(): readonly PolicyFault[] {
    return this.lastFaults;
  }

  async byVersion(version: string): Promise<PolicySet | undefined> {
    const cached = this.older.get(version);
    if (cached) return cached;
    const archived = await this.archive.find(version);
    const set = archived && rebuildPolicies(archived);
    if (set) this.older.set(version, set);
    return set;
  }

  private async refresh(): Promise<void> {
    if ((await fingerprintOf(this.folder)) !== this.fingerprint) await this.load();
  }

  private async load(): Promise<void> {
    const fingerprint = await fingerprintOf(this.folder);
    const read = await readPolicies(this.folder);
    if ('faults' in read) {
      this.lastFaults = read.faults;
      this.fingerprint = fingerprint;
      if (this.set) this.logger.error({ faults: read.faults }, 'The policies are at fault; the last good ones hold');
      return;
    }
    await this.archive.keep(read.version, read.policies, this.clock.now());
    if (this.set) this.older.set(this.set.version, this.set);
    this.set = read;
    this.lastFaults = [];
    this.fingerprint = fingerprint;
    this.logger.info({ version: read.version, checks: read.checks.length }, 'Policies loaded');
  }
}

function textOf(faults: readonly PolicyFault[]): string {
  return faults.map(({ policy, at, rule }) => `${policy} at ${at}: ${rule}`).join('; ');
}
