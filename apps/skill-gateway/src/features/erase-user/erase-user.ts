import type { TenantId } from '@plinth/kernel';
import type { InvocationLedger } from '../../ports/invocation-ledger';

/** Erases arguments and results of a user; that a command was done stays known, so that it is not done again. */
export class EraseUser {
  constructor(private readonly ledger: InvocationLedger) {}

  /** Rows emptied, by table. Repeating it finds nothing more to erase. */
  async erase(tenant: TenantId, userIds: readonly string[], upToMs: number): Promise<Record<string, number>> {
    return { invocations: await this.ledger.erase(tenant, userIds, upToMs) };
  }
}
