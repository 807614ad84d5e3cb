import type { TenantId } from '@plinth/kernel';
import type { AttachmentStore } from '../../ports/attachment-store';
import type { InvocationLedger } from '../../ports/invocation-ledger';
import type { ObservationErasure } from '../../ports/observation-erasure';

/** Erases arguments and results of a user; that a command was done stays known, so that it is not done again. */
export class EraseUser {
  constructor(
    private readonly ledger: InvocationLedger,
    private readonly attachments: AttachmentStore,
    private readonly observations: ObservationErasure,
  ) {}

  /** Rows emptied, by table. Repeating it finds nothing more to erase. */
  async erase(tenant: TenantId, userIds: readonly string[], upToMs: number): Promise<Record<string, number>> {
    const invocations = await this.ledger.erase(tenant, userIds, upToMs);
    const attachments = await this.attachments.erase(tenant, userIds);
    return { invocations, attachments, ...(await this.observations.erase(tenant, userIds)) };
  }
}
