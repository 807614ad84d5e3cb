import type { ServiceName } from '@plinth/contracts';
import type { MessageId, TenantId, UserId } from '@plinth/kernel';
import type { SessionName } from './session-book';

export interface Erasure {
  readonly tenant: TenantId;
  readonly erasureId: string;
  readonly userId: UserId;
  /** Every id under which a service may know the user, the canonical one first. */
  readonly userIds: readonly string[];
  readonly requestedAtMs: number;
}

export interface ErasureAnswer {
  readonly service: ServiceName;
  readonly counts: Readonly<Record<string, number>>;
  readonly refused: readonly { readonly what: string; readonly rule: string; readonly until?: string | undefined }[];
  readonly answeredAtMs: number;
}

/** Erasures and their receipts; they hold ids and counts, never what was erased. */
export abstract class ErasureLedger {
  /**
   * Writes the tombstone: what was said up to `requestedAtMs` is refused from now on, on every replica. Collects the ids that were
   * linked to the user. The same erasure id again changes nothing.
   */
  abstract request(tenant: TenantId, erasureId: string, userId: UserId, requestedAtMs: number): Promise<Erasure>;
  /**
   * Deletes every row of the users in this service's tables, once per command; a repetition answers the recorded counts. The sessions
   * are named each time, so that their hot copies can be forgotten after a crash too. Their version rises: no older copy counts.
   */
  abstract erase(command: {
    readonly tenant: TenantId;
    readonly commandId: MessageId;
    readonly erasureId: string;
    readonly userIds: readonly string[];
    readonly epochMs: number;
  }): Promise<{
    readonly counts: Readonly<Record<string, number>>;
    readonly sessions: readonly SessionName[];
  }>;
  abstract record(tenant: TenantId, erasureId: string, answer: ErasureAnswer): Promise<void>;
  abstract find(
    tenant: TenantId,
    erasureId: string,
  ): Promise<{ readonly erasure: Erasure; readonly answers: readonly ErasureAnswer[] } | undefined>;
  /** Erasures that a service has not answered and whose commands were last sent before the instant; marks them as sent now. */
  abstract claimUnanswered(
    sentBeforeMs: number,
    nowMs: number,
    limit: number,
  ): Promise<readonly { readonly erasure: Erasure; readonly answered: readonly ServiceName[] }[]>;
}
