import type { TenantId } from '@plinth/kernel';
import type { MemoryPolicy } from '../../domain/policy/memory-policy';
import type { PolicyBook, PolicyFault } from '../../ports/policy-book';

/** What holds for a tenant now, and what is wrong with its own file as it is written. */
export class ReadPolicy {
  constructor(private readonly book: PolicyBook) {}

  read(tenant: TenantId): { readonly policy: MemoryPolicy; readonly faults: readonly PolicyFault[] } {
    return { policy: this.book.of(tenant), faults: this.book.faultsOf(tenant) };
  }
}
