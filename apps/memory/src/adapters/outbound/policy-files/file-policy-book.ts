import { PermanentError, type TenantId } from '@plinth/kernel';
import { WatchedFolder } from '@plinth/platform';
import type { Logger } from '@plinth/telemetry';
import { DEFAULT_MEMORY_POLICY, type MemoryPolicy } from '../../../domain/policy/memory-policy';
import { PolicyBook, type PolicyFault } from '../../../ports/policy-book';
import { readPolicies, type PoliciesByTenant } from './read-policies';

/** The policies of one folder, `<tenant>.yaml` each, read again when one changes. */
export class FilePolicyBook extends PolicyBook {
  private readonly files: WatchedFolder<PoliciesByTenant, PolicyFault>;

  constructor(
    private readonly folder: string,
    logger: Logger,
  ) {
    super();
    this.files = new WatchedFolder({
      ...{ folder, what: 'memory_policies', setting: 'PLINTH_MEMORY_POLICIES_DIR', log: logger },
      read: readPolicies,
      keep: (policies) => {
        logger.info({ tenants: policies.size }, 'Memory policies loaded');
        return Promise.resolve();
      },
    });
  }

  /** Throws PermanentError `memory_policies_invalid` that names each fault. */
  async open(): Promise<void> {
    await this.files.look();
    if (this.faults.length > 0)
      throw new PermanentError(
        'memory_policies_invalid',
        `The memory policies of ${this.folder} cannot be used: ${this.faults.map(({ file, at, rule }) => `${file} at ${at}: ${rule}`).join('; ')}`,
      );
    this.files.watch();
  }

  close(): Promise<void> {
    return this.files.close();
  }

  of(tenant: TenantId): MemoryPolicy {
    const policies = this.files.current();
    return policies?.get(tenant) ?? policies?.get('default') ?? DEFAULT_MEMORY_POLICY;
  }

  get faults(): readonly PolicyFault[] {
    return this.files.faults;
  }
}
