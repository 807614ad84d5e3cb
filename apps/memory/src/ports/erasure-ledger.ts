import type { ServiceName } from '@plinth/contracts';
import type { MessageId, TenantId, UserId } from '@plinth/kernel';

export interface Erasure {
  readonly tenant: TenantId;
  readonly erasureId: string;
  readonly userId: UserId;
  /** Every id under which a service may know the user, the canonical one first. */
  readonly userIds: readonly string[];
  readonly requestedAtMs: number;
}

/** What a retention rule made a service keep, and until when. */
export interface Refused {
  readonly what: string;
  readonly rule: string;
  readonly until?: string | undefined;
}

/** A session that was emptied; no copy of an older version counts any more. */
export interface RaisedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly version: number;
}

/** How many places of a layer a search went through after an erasure, and how much of the user it found there. */
export interface Searched {
  readonly where: string;
  readonly places: number;
  readonly found: number;
}

export interface Verified {
  readonly searched: readonly Searched[];
  readonly found: number;
}

export interface ErasedPart {
  readonly counts: Readonly<Record<string, number>>;
  readonly refused: readonly Refused[];
  readonly sessions: readonly RaisedSession[];
}

export interface ErasureAnswer {
  readonly service: ServiceName;
  readonly counts: Readonly<Record<string, number>>;
  readonly refused: readonly Refused[];
  readonly answeredAtMs: number;
}

/** Erasures of all tenants that some service has not answered, and when the oldest was asked for. */
export interface OpenErasures {
  readonly running: number;
  readonly oldestMs: number | null;
}

/** Erasures and their receipts; they hold ids and counts, never what was erased. */
export abstract class ErasureLedger {
  /**
   * Writes the tombstone: what was said up to `requestedAtMs` is refused from now on, on every replica. Collects the ids that were
   * linked to the user; of an id that has been merged it is the erasure of who it is now. From now until every service has answered, none of
   * them is merged. The same erasure id again changes nothing.
   */
  abstract request(tenant: TenantId, erasureId: string, userId: UserId, requestedAtMs: number): Promise<Erasure>;
  /**
   * Deletes every row of the users in this service's tables, once per command, but for what a retention rule keeps; a repetition
   * answers what was recorded, with no texts. Sessions stay bound and their version rises: no older copy counts.
   */
  abstract erase(command: {
    readonly tenant: TenantId;
    readonly commandId: MessageId;
    readonly erasureId: string;
    readonly userIds: readonly string[];
    readonly epochMs: number;
  }): Promise<
    ErasedPart & {
      /** A sample of what was erased, to search for copies by; recorded nowhere. */
      readonly texts: readonly string[];
    }
  >;
  /** Looks through every table, as the database lists them, for what is left of the users. */
  abstract search(erased: {
    readonly tenant: TenantId;
    readonly userIds: readonly string[];
    readonly epochMs: number;
    readonly texts: readonly string[];
  }): Promise<readonly Searched[]>;
  /** Writes what the search after an erasure has found; the first stands. */
  abstract verify(tenant: TenantId, erasureId: string, verified: Verified): Promise<void>;
  /** Deletes what retention kept from erasures and whose time is over. Answers how many items. */
  abstract eraseRetained(nowMs: number, limit: number): Promise<number>;
  abstract record(tenant: TenantId, erasureId: string, answer: ErasureAnswer): Promise<void>;
  abstract find(
    tenant: TenantId,
    erasureId: string,
  ): Promise<
    { readonly erasure: Erasure; readonly answers: readonly ErasureAnswer[]; readonly verified?: Verified } | undefined
  >;
  abstract open(): Promise<OpenErasures>;
  /** Erasures that a service has not answered and whose commands were last sent before the instant; marks them as sent now. */
  abstract claimUnanswered(
    sentBeforeMs: number,
    nowMs: number,
    limit: number,
  ): Promise<readonly { readonly erasure: Erasure; readonly answered: readonly ServiceName[] }[]>;
}
