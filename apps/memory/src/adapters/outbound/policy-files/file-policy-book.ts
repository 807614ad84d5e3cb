import { PermanentError, type TenantId } from '@plinth/kernel';
import { WatchedFolder } from '@plinth/platform';
import type { Logger } from '@plinth/telemetry';
import { DEFAULT_MEMORY_POLICY, type MemoryPolicy } from '../../../domain/policy/memory-policy';
import { PolicyBook, type PolicyFault } from '../../../ports/policy-book';
import { readPolicies, tenantOfFile, type Policies } from './read-policies';

/**
 * The policies of one folder, `<tenant>.yaml` each, read again when one changes. Each stands alone: a file at fault leaves its tenant what
 * held before it, or `default.yaml` when it was at fault at the start; that is logged as an error and counted.
 */
export class FilePolicyBook extends PolicyBook {
  private readonly files: WatchedFolder<Policies, PolicyFault>;

  constructor(
    private readonly folder: string,
    logger: Logger,
  ) {
    super();
    this.files = new WatchedFolder({
      ...{ folder, what: 'memory_policies', setting: 'PLINTH_MEMORY_POLICIES_DIR', log: logger },
      read: (files) => readPolicies(files, this.files.current()),
      faultsBeside: ({ faultsBeside }) => faultsBeside,
      keep: ({ byTenant }) => {
        logger.info({ tenants: byTenant.size }, 'Memory policies loaded');
        return Promise.resolve();
      },
    });
  }

  /** Throws PermanentError `memory_policies_invalid`, which names each fault, when `default.yaml` is at fault. */
  async open(): Promise<void> {
    await this.files.look();
    if (!this.files.current())
      throw new PermanentError(
        'memory_policies_invalid',
        `The memory policies of ${this.folder} cannot be used: ${this.files.faults.map(({ file, at, rule }) => `${file} at ${at}: ${rule}`).join('; ')}`,
      );
    this.files.watch();
  }

  close(): Promise<void> {
    return this.files.close();
  }

  of(tenant: TenantId): MemoryPolicy {
    const policies = this.files.current()?.byTenant;
    return policies?.get(tenant) ?? policies?.get('default') ?? DEFAULT_MEMORY_POLICY;
  }

  faultsOf(tenant: TenantId): readonly PolicyFault[] {
    return this.files.faults.filter(({ file }) => tenantOfFile(file) === tenant);
  }
}
