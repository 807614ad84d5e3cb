import type { JsonObject, MessageId, RequestId, SessionId, TenantId, TurnId } from '@plinth/kernel';
import type { Lane } from '@plinth/contracts';
import type { Repair } from '../domain/contract/repair/repair';
import type { SkillReply } from '../domain/outcome/skill-reply';

/** Where a command came from: enough to answer it without its delivery. */
export interface CommandOrigin {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  readonly session: SessionId | undefined;
  readonly turn: TurnId | undefined;
  readonly request: RequestId | undefined;
  /** W3C trace context of the delivery. */
  readonly trace: { readonly traceparent?: string; readonly tracestate?: string };
  /** Asked by a client itself, who reads the outcome here: nothing is sent over the bus. */
  readonly direct?: true;
}

/** What is given to the provider; personal. */
export interface InvocationInput {
  readonly arguments: JsonObject;
  readonly locale: string;
  readonly attributes: JsonObject;
  /** What was mended in the arguments; none unless it is there. */
  readonly repairs?: readonly Repair[];
}

/** A command that acts, or takes long. */
export interface Invocation {
  readonly origin: CommandOrigin;
  readonly skill: string;
  /** Undefined only for a command that was refused before a version was chosen. */
  readonly version: string | undefined;
  readonly lane: Lane | undefined;
  readonly userId: string;
  /** Undefined when the user was erased after the command was made. */
  readonly input: InvocationInput | undefined;
}

/** A lease on what an owner died with: the provider may have seen it. `takes` counts the leases that it has had, with this one. */
export interface TakenOver {
  readonly kind: 'taken_over';
  readonly lease: LedgerLease;
  readonly invocation: Invocation;
  readonly takes: number;
}

/** The right to work on an invocation, until its lease ends or it is settled. */
export interface LedgerLease {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  /** Unique to this taking. */
  readonly token: string;
}

export interface LeaseTerms {
  readonly leaseMs: number;
  /** When the command was made, epoch milliseconds of its sender. */
  readonly madeAtMs: number;
}

export type Opened =
  /** New: nobody has worked on it. As it was kept: without its input if its user was erased since it was made. */
  { readonly kind: 'opened'; readonly lease: LedgerLease; readonly invocation: Invocation } | TakenOver | Found;

/** What there is of a command that came before. */
export type Found =
  /** Another owner lives, and will answer. */
  | { readonly kind: 'busy'; readonly invocation: Invocation }
  /** Done before; no reply when the user was erased since. */
  | { readonly kind: 'recorded'; readonly invocation: Invocation; readonly reply: SkillReply | undefined };

export type Due =
  | TakenOver
  | {
      readonly kind: 'unanswered';
      readonly lease: LedgerLease;
      readonly invocation: Invocation;
      readonly reply: SkillReply | undefined;
    };

/**
 * Remembers what commands did, so that an effect happens once and a repeated command gets the same answer (T3). Time is the
 * store's. Every method throws TransientError when the store is away or the outcome is unknown, and may then be repeated.
 * 1. A command has one row, whatever arrives how often and where.
 * 2. At most one lease of a row is in force; only its holder settles it.
 * 3. A settled row never changes its outcome.
 * 4. What a command carried before its user was erased is not kept, however late the command arrives.
 * 5. A row is due when nobody holds a lease and it is not settled, or its reply was left to be sent and not yet sent.
 */
export abstract class InvocationLedger {
  /** Makes the row with a lease, or tells what there is; takes over a lease that has ended. */
  abstract open(invocation: Invocation, terms: LeaseTerms): Promise<Opened>;
  /** Makes the row as refused with this reply, which needs no work, or tells what there is. */
  abstract refuse(invocation: Invocation, reply: SkillReply, terms: LeaseTerms): Promise<Opened>;
  /** What there is of a command, without a lease; `busy` also when its owner has died and nobody has taken it over yet. */
  abstract find(tenant: TenantId, commandId: MessageId): Promise<Found | undefined>;
  /**
   * Records the outcome; false when the lease was lost to another. With `answerLater` the reply counts as unsent until
   * `answered`. Repeating it with the same lease changes nothing and gives true.
   */
  abstract settle(lease: LedgerLease, reply: SkillReply, answerLater: boolean): Promise<boolean>;
  /** The reply of a settled row has been sent. */
  abstract answered(lease: LedgerLease): Promise<void>;
  /** Extends the leases that are still held. */
  abstract renew(leases: readonly LedgerLease[], leaseMs: number): Promise<void>;
  /** Takes rows that are due, each with a new lease; no two callers get the same one. */
  abstract takeDue(limit: number, leaseMs: number): Promise<readonly Due[]>;
  /**
   * Empties the personal columns of a user's rows; how many had any. Rows under way are emptied too and end without a reply
   * kept. Commands made up to `upToMs` (epoch) that arrive later count as erased.
   */
  abstract erase(tenant: TenantId, userIds: readonly string[], upToMs: number): Promise<number>;
}
