import type {
  Correction,
  DataOf,
  Draft,
  skillFailed,
  skillSucceeded,
  UserReference,
  verdictReached,
  memoryAssembled,
} from '@plinth/contracts';
import type { JsonObject, RequestId, TurnId } from '@plinth/kernel';
import type { TurnRecord } from './turn-record';
import type { Decision, Evidence, NoticeCode } from './reply-parts';
import type { SkillCall } from '../flow/flow-instance';

type Nothing = Readonly<Record<string, never>>;
type Assembled = DataOf<typeof memoryAssembled>;
type Succeeded = DataOf<typeof skillSucceeded>;
type Failed = DataOf<typeof skillFailed>;
type Verdict = DataOf<typeof verdictReached>;

/** A timer of a turn; `turn` watches the whole, the others one step. */
export type TimerKind = 'assemble' | 'reflection' | 'turn';
export type EndStatus = 'failed' | 'cancelled';

/** What a final event says beside the reply. */
interface Ended {
  readonly data: { readonly record: TurnRecord };
  readonly texts: {
    readonly reply: string;
    readonly slots: Readonly<Record<string, string>>;
    readonly evidence: readonly Evidence[];
  };
}

interface Moved {
  readonly slots: Readonly<Record<string, string>>;
  /** Set when the new state calls a skill. */
  readonly call?: SkillCall;
}

/**
 * Every event of a session's journal: `data` holds ids, codes, counts and versions; `texts` all that a person wrote or that
 * was derived from it, in a column of its own that an erasure empties.
 */
export interface EventBodies {
  'turn.requested.v1': {
    data: { readonly locale: string; readonly time_zone: string };
    texts: {
      readonly user: UserReference;
      readonly text: string;
      readonly body_hash: string;
      readonly attributes?: JsonObject;
    };
  };
  'turn.started.v1': { data: Nothing; texts: null };
  'turn.cancel_requested.v1': { data: Nothing; texts: null };
  'turn.stopping.v1': { data: { readonly status: EndStatus; readonly code: string }; texts: null };
  'turn.completed.v1': Ended;
  'turn.failed.v1': Ended;
  'turn.cancelled.v1': Ended;
  'flow.started.v1': { data: { readonly flow: string; readonly hash: string; readonly state: string }; texts: Moved };
  'flow.moved.v1': { data: { readonly from: string; readonly to: string; readonly cause: string }; texts: Moved };
  'flow.left.v1': { data: { readonly flow: string; readonly reason: 'other_flow_triggered' }; texts: null };
  'model.requested.v1': { data: Nothing; texts: null };
  'draft.composed.v1': {
    data: {
      readonly by: 'flow' | 'memory' | 'model' | 'fallback';
      readonly notices: readonly NoticeCode[];
      readonly decisions: readonly Decision[];
      readonly used_memory_ids: readonly string[];
      /** What becomes of the flow: it ends, or waits for the user's next turn. */
      readonly flow?: { readonly ends: true } | { readonly waits_for: 'reply' | 'slot'; readonly slot?: string };
    };
    texts: {
      readonly draft: Draft;
      readonly evidence: readonly Evidence[];
      /** Such as are told in words, beside those in codes. */
      readonly decisions?: readonly Decision[];
    };
  };
  'timer.fired.v1': { data: { readonly timer: TimerKind; readonly command: string }; texts: null };
  'session.end_requested.v1': { data: Nothing; texts: null };
  'session.ended.v1': { data: Nothing; texts: null };
  'session.erased.v1': { data: { readonly erasure: string }; texts: null };

  'memory.assembled.v1': {
    data: { readonly user_id: string; readonly items: number; readonly changes: number };
    texts: Omit<Assembled, 'user_id'>;
  };
  'skill.succeeded.v1': { data: Omit<Succeeded, 'result' | 'receipt'>; texts: Pick<Succeeded, 'result' | 'receipt'> };
  'skill.failed.v1': {
    data: Omit<Failed, 'error'> & { readonly code: string; readonly retryable: boolean };
    texts: { readonly message: string };
  };
  'model.answered.v1': {
    data: {
      readonly model: string;
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly duration_ms: number;
    };
    texts: { readonly text: string };
  };
  'memory.committed.v1': { data: { readonly stored: number }; texts: null };
  'memory.ended.v1': { data: { readonly removed: number }; texts: null };
  'verdict.reached.v1': { data: Omit<Verdict, 'corrections'>; texts: { readonly corrections: readonly Correction[] } };
  'command.failed.v1': {
    data: {
      readonly command_type: string;
      readonly consumer: string;
      readonly code: string;
      readonly retryable: boolean;
    };
    texts: null;
  };
}

export type SessionEventType = keyof EventBodies;

export interface EventEnvelope {
  /** Derived, so that the same happening has the same id on every replica and at every delivery (T2, T3). */
  readonly id: string;
  readonly turn?: TurnId;
  /** Epoch milliseconds by the clock of the orchestrator that recorded it. */
  readonly at: number;
  /** The service that made it. */
  readonly source: string;
  /** The command that it answers. */
  readonly causation?: string;
  readonly request?: RequestId;
  /** W3C traceparent of the work that recorded it; set where something may be sent later on its account. */
  readonly trace?: string;
}

/** An event that the journal has not numbered yet. `texts` is null where there are none, or after an erasure. */
export type NewEvent<T extends SessionEventType = SessionEventType> = {
  readonly [K in T]: EventEnvelope & {
    readonly type: K;
    readonly data: EventBodies[K]['data'];
    readonly texts: EventBodies[K]['texts'] | null;
  };
}[T];

export type SessionEvent<T extends SessionEventType = SessionEventType> = NewEvent<T> & { readonly seq: number };

/** A fold lacks what people wrote when the texts of such an event are gone. The compiler keeps the table whole and true. */
const HAS_TEXTS = {
  'turn.requested.v1': true,
  'turn.started.v1': false,
  'turn.cancel_requested.v1': false,
  'turn.stopping.v1': false,
  'turn.completed.v1': true,
  'turn.failed.v1': true,
  'turn.cancelled.v1': true,
  'flow.started.v1': true,
  'flow.moved.v1': true,
  'flow.left.v1': false,
  'model.requested.v1': false,
  'draft.composed.v1': true,
  'timer.fired.v1': false,
  'session.end_requested.v1': false,
  'session.ended.v1': false,
  'session.erased.v1': false,
  'memory.assembled.v1': true,
  'skill.succeeded.v1': true,
  'skill.failed.v1': true,
  'model.answered.v1': true,
  'memory.committed.v1': false,
  'memory.ended.v1': false,
  'verdict.reached.v1': true,
  'command.failed.v1': false,
} satisfies { [K in SessionEventType]: EventBodies[K]['texts'] extends null ? false : true };

/** Whether an erasure has emptied the event; one of a later release never counts as emptied. */
export function isEmptied({ type, texts }: NewEvent): boolean {
  return texts === null && HAS_TEXTS[type];
}

type FinalType = 'turn.completed.v1' | 'turn.failed.v1' | 'turn.cancelled.v1';
export type FinalEvent = SessionEvent<FinalType>;

const FINAL_EVENTS: ReadonlySet<string> = new Set<FinalType>([
  'turn.completed.v1',
  'turn.failed.v1',
  'turn.cancelled.v1',
]);

export function isFinal<E extends NewEvent>(event: E): event is E & { type: FinalType } {
  return FINAL_EVENTS.has(event.type);
}
