import type { TenantId } from '@plinth/kernel';
import type { VerdictLog } from '../../ports/verdict-log';

/** Reflection keeps no text; what it erases are the log entries that name the user. Repeating it finds nothing more to erase. */
export class EraseUser {
  constructor(private readonly log: VerdictLog) {}

  async erase(tenant: TenantId, userIds: readonly string[]): Promise<Record<string, number>> {
    return { verdicts: await this.log.erase(tenant, userIds) };
  }
}
