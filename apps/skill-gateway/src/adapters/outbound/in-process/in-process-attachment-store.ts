import type { TenantId } from '@plinth/kernel';
import { AttachmentStore, type KeptResult } from '../../../ports/attachment-store';

/** A store that dies with its process: for tests of what stands on the port. */
export class InProcessAttachmentStore extends AttachmentStore {
  private readonly rows = new Map<string, KeptResult>();
  private readonly erasures = new Map<string, number>();

  async keep(kept: KeptResult, madeAtMs: number): Promise<boolean> {
    if (madeAtMs <= (this.erasures.get(keyOf(kept.tenant, kept.userId)) ?? -Infinity)) return false;
    this.rows.set(keyOf(kept.tenant, kept.id), kept);
    return true;
  }

  async find(tenant: TenantId, id: string): Promise<KeptResult | undefined> {
    return this.rows.get(keyOf(tenant, id));
  }

  async erase(tenant: TenantId, userIds: readonly string[]): Promise<number> {
    return this.deleteWhere((kept) => kept.tenant === tenant && userIds.includes(kept.userId), Infinity);
  }

  async deleteKeptBefore(beforeMs: number, limit: number): Promise<number> {
    return this.deleteWhere(({ storedAtMs }) => storedAtMs < beforeMs, limit);
  }

  /** What the ledger of invocations knows in the database: commands made up to then are those of an erased user. */
  rememberErasure(tenant: TenantId, userId: string, upToMs: number): void {
    this.erasures.set(keyOf(tenant, userId), upToMs);
  }

  private deleteWhere(isGone: (kept: KeptResult) => boolean, limit: number): number {
    const gone = [...this.rows].filter(([, kept]) => isGone(kept)).slice(0, limit);
    for (const [key] of gone) this.rows.delete(key);
    return gone.length;
  }
}

const keyOf = (tenant: TenantId, id: string): string => JSON.stringify([tenant, id]);
