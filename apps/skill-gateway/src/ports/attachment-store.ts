import type { Attachment } from '@plinth/contracts';
import type { MessageId, TenantId } from '@plinth/kernel';

/** A full result that was summarised; personal. */
export interface KeptResult extends Attachment {
  readonly tenant: TenantId;
  /** The command that it answers. */
  readonly commandId: MessageId;
  /** Empty: of no user. */
  readonly userId: string;
  readonly skill: string;
  readonly version: string;
  /** JSON; `bytes` and `sha256` are those of this very text. */
  readonly content: string;
  readonly storedAtMs: number;
}

/** Every method throws TransientError when the store is away, and may then be repeated. */
export abstract class AttachmentStore {
  /**
   * Keeps a result under its id; the same id again replaces what was kept, its user included. False, and nothing kept, when its user was erased since
   * `madeAtMs`, at which the command was made, or after the command left its row.
   */
  abstract keep(kept: KeptResult, madeAtMs: number): Promise<boolean>;
  abstract find(tenant: TenantId, id: string): Promise<KeptResult | undefined>;
  /** Deletes what was kept for these users; how many. To come after the erasure is known to the ledger of invocations. */
  abstract erase(tenant: TenantId, userIds: readonly string[]): Promise<number>;
  /** Deletes at most `limit` of those that were kept before, of all tenants; how many. */
  abstract deleteKeptBefore(beforeMs: number, limit: number): Promise<number>;
}
