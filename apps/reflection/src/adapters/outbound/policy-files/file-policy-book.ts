import { LRUCache } from 'lru-cache';
import { PermanentError, TransientError, type Clock } from '@plinth/kernel';
import { WatchedFolder } from '@plinth/platform';
import type { Logger } from '@plinth/telemetry';
import type { PolicyFault, PolicySet } from '../../../domain/policy-set/policy-set';
import type { PolicyArchive } from '../../../ports/policy-archive';
import { PolicyBook } from '../../../ports/policy-book';
import { readPolicies, rebuildPolicies } from './read-policies';

/**
 * The policies of one folder. Owns the cache of older sets.
 * A set holds only after it was archived, so that every replica can find what a turn has pinned.
 */
export class FilePolicyBook extends PolicyBook {
  private readonly older = new LRUCache<string, PolicySet>({ max: 16 });
  private readonly files: WatchedFolder<PolicySet, PolicyFault>;

  constructor(
    private readonly folder: string,
    private readonly archive: PolicyArchive,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.files = new WatchedFolder({
      ...{ folder, what: 'policies', setting: 'PLINTH_POLICIES_DIR', log: logger },
      read: readPolicies,
      keep: (set) => this.keep(set),
    });
  }

  /** Loads the first set; throws PermanentError `policies_missing`, or `policies_invalid` that names each fault. */
  async open(): Promise<void> {
    await this.files.look();
    if (this.faults.length > 0)
      throw new PermanentError(
        'policies_invalid',
        `The policies of ${this.folder} cannot be used: ${textOf(this.faults)}`,
      );
    this.files.watch();
  }

  close(): Promise<void> {
    return this.files.close();
  }

  current(): PolicySet {
    const set = this.files.current();
    if (!set) throw new TransientError('policies_not_loaded', 'No policies have been loaded yet.');
    return set;
  }

  get faults(): readonly PolicyFault[] {
    return this.files.faults;
  }

  async byVersion(version: string): Promise<PolicySet | undefined> {
    const cached = this.older.get(version);
    if (cached) return cached;
    const archived = await this.archive.find(version);
    const set = archived && rebuildPolicies(archived);
    if (set) this.older.set(version, set);
    return set;
  }

  private async keep(set: PolicySet): Promise<void> {
    await this.archive.keep(set.version, set.policies, this.clock.now());
    const before = this.files.current();
    if (before) this.older.set(before.version, before);
    this.logger.info({ version: set.version, checks: set.checks.length }, 'Policies loaded');
  }
}

function textOf(faults: readonly PolicyFault[]): string {
  return faults.map(({ policy, at, rule }) => `${policy} at ${at}: ${rule}`).join('; ');
}
