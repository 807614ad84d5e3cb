import type { DataOf, Draft, FlowPin, memoryAssembled, SkillResult, UserReference } from '@plinth/contracts';
import type { JsonObject, RequestId, SessionId, TenantId, TurnId } from '@plinth/kernel';
import type { FlowInstance, SkillCall, StateResult } from '../flow/flow-instance';
import type { Decision, Evidence, NoticeCode } from './reply-parts';
import type { ReflectionSummary, StepRecord } from './turn-record';
import type { EndStatus } from './session-event';

/**
 * Raised whenever a fold of the same events would look different: cached folds of another version are not used (T2).
 */
export const FOLD_VERSION = 3;

export interface SessionKey {
  readonly tenant: TenantId;
  readonly session: SessionId;
}

/** A turn as the user asked for it. */
export interface TurnInput {
  readonly turn: TurnId;
  readonly request: RequestId;
  /** Trace context of the request that brought it. */
  readonly trace?: string;
  readonly user: UserReference;
  readonly text: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly attributes?: JsonObject;
  readonly acceptedAt: number;
}

export interface QueuedTurn extends TurnInput {
  readonly cancelled: boolean;
}

/** What the active turn does now. Steps with a `command` wait for its answer; the others are settled by `react` in the same append. */
export type Step =
  | { readonly kind: 'assemble'; readonly command: string; readonly since: number }
  | { readonly kind: 'plan' }
  | {
      readonly kind: 'skill';
      readonly command: string;
      readonly since: number;
      readonly call: SkillCall;
      readonly attempt: number;
    }
  | { readonly kind: 'transition'; readonly result: StateResult }
  | { readonly kind: 'compose_flow' }
  | { readonly kind: 'model'; readonly command: string; readonly since: number }
  | { readonly kind: 'compose_model'; readonly text: string }
  | { readonly kind: 'compose_fallback' }
  | { readonly kind: 'commit'; readonly command: string; readonly since: number }
  | {
      readonly kind: 'reflect';
      readonly command: string;
      readonly since: number;
      readonly round: number;
      readonly onlyChecks?: readonly string[];
    }
  | { readonly kind: 'release' }
  | { readonly kind: 'end' };

export type WaitingStep = Extract<Step, { command: string }>;

export interface Composed {
  readonly by: 'flow' | 'memory' | 'model' | 'fallback';
  readonly decisions: readonly Decision[];
  readonly usedMemoryIds: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly flow?: FlowPin;
}

export interface ActiveTurn {
  readonly input: TurnInput;
  readonly startedAt: number;
  readonly step: Step;
  /** Recorded outcomes of skill calls: the visit in the next call's id (T3). */
  readonly visits: number;
  readonly memory?: DataOf<typeof memoryAssembled>;
  readonly skillResults: readonly SkillResult[];
  /** Whether memory has been told of the skill results. */
  readonly committed: boolean;
  readonly draft?: Draft;
  readonly composed?: Composed;
  readonly policyVersion?: string;
  readonly reflection?: ReflectionSummary;
  readonly cancelling: boolean;
  readonly ending?: { readonly status: EndStatus; readonly code: string };
  readonly notices: readonly NoticeCode[];
  readonly steps: readonly StepRecord[];
  readonly tokens: { readonly calls: number; readonly input: number; readonly output: number };
}

export interface Round {
  readonly turn: TurnId;
  readonly user: string;
  readonly reply: string;
}

/** The aggregate (T1): a fold of its journal, and nothing else. */
export interface Session extends SessionKey {
  /** Number of the last event folded in. */
  readonly seq: number;
  readonly status: 'open' | 'ending' | 'ended' | 'erased';
  /** The first user as sent; nobody else may use the session. */
  readonly user?: UserReference;
  /** The canonical id, once memory has resolved the user. */
  readonly userId?: string;
  /** In order of acceptance (T7). */
  readonly queue: readonly QueuedTurn[];
  readonly active?: ActiveTurn;
  readonly flow?: FlowInstance;
  /** The previous turn as the user saw it. */
  readonly released?: {
    readonly turn: TurnId;
    readonly reply: string;
    readonly slots: Readonly<Record<string, string>>;
  };
  /** The last rounds, oldest first, for a model. */
  readonly history: readonly Round[];
  readonly pins: { readonly skills: Readonly<Record<string, string>> };
  /** Waiting for memory to delete its part of an ended session. */
  readonly farewell?: { readonly command: string; readonly since: number };
  /** The command whose answer was applied last: its repetition asks for what follows to be sent again (T3). */
  readonly lastAnswered?: string;
}

export const HISTORY_ROUNDS = 15;

export function emptySession(key: SessionKey): Session {
  return {
    tenant: key.tenant,
    session: key.session,
    seq: 0,
    status: 'open',
    queue: [],
    history: [],
    pins: { skills: {} },
  };
}

/** The step that waits for an answer, if any. */
export function waitingStep(session: Session): WaitingStep | undefined {
  const step = session.active?.step;
  return step && 'command' in step ? step : undefined;
}

/** Whether this command's answer would move the session on. */
export function awaits(session: Session, command: string): boolean {
  return waitingStep(session)?.command === command || session.farewell?.command === command;
}

/** Whether memory has yet to hear what the turn's skills have done. */
export const untold = ({ committed, skillResults }: ActiveTurn): boolean => !committed && skillResults.length > 0;
