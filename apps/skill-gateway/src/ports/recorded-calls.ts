import type { MessageId, TenantId } from '@plinth/kernel';
import type { SkillReply } from '../domain/outcome/skill-reply';
import type { InvocationInput } from './invocation-ledger';

/** A call with all that was asked and answered; personal. */
export interface RecordedCall {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly userId: string;
  readonly skill: string;
  readonly version: string;
  readonly atMs: number;
  readonly input: InvocationInput;
  readonly reply: SkillReply;
}

/** Which recordings a replay takes: those from `sinceMs` on, or those of the turns; never later ones than `untilMs`. */
export interface Selection {
  readonly tenant: TenantId;
  readonly skill: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly turns: readonly string[] | undefined;
}

/** After which call the next page begins. */
export interface Place {
  readonly atMs: number;
  readonly commandId: string;
}

/**
 * Calls to be replayed: what was recorded of those that read, and what the ledger holds of those that act. Throws TransientError when the
 * store is away.
 */
export abstract class RecordedCalls {
  /** Keeps each once; nothing of a user who was erased since the call. */
  abstract keep(calls: readonly RecordedCall[]): Promise<void>;
  /** The oldest after `after`. */
  abstract page(selection: Selection, after: Place | undefined, limit: number): Promise<readonly RecordedCall[]>;
  /** Forgets recordings of before. */
  abstract prune(beforeMs: number): Promise<void>;
}
