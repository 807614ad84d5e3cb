import type { ForgettingPolicy } from '../domain/forgetting/forgetting-policy';
import type { Json, Refusal, SessionId, TenantId, TurnId, MessageId, UserId } from '@plinth/kernel';
import type { Contact } from '../domain/anchors/people/contact';
import type { OpenCandidate } from '../domain/candidates/candidate';
import type { GateMode } from '../domain/candidates/gate-policy';
import type { ProfileIntent } from '../domain/profile/intent';
import type { ActiveFact } from '../domain/profile/override';
import type { CommitPlan } from '../domain/profile/commit-plan';
import type { Candidate } from '../domain/recall/candidate';
import type { ProfileFact } from '../domain/recall/recall';
import type { RecallQuery } from '../domain/recall/recall-query';
import type { SessionState, SessionUpdate, SlotOperation, UpdateBody } from '../domain/session-state/session-state';
import type { KnownPreferences } from '../domain/signals/infer-preference';
import type { Signal } from '../domain/signals/shown-preference';
import type { Round } from '../domain/summary/round';
import type { SearchBounds } from './memory-search';

/** Whose turn it is, and the command that is being carried out for it. */
export interface TurnKey {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly turnId: TurnId;
  readonly commandId: MessageId;
  /** When the user said it. */
  readonly saidAtMs: number;
}

export interface AssembleQuery {
  readonly channel?: { readonly name: string; readonly externalId: string };
  /** The version of a cached state, from which only later updates are needed; 0 for the whole history. */
  readonly knownVersion: number;
  /** What the turn is searched by, and within what. */
  readonly search: RecallQuery;
  readonly bounds: SearchBounds;
  readonly people: NamedPeople;
}

/** Whom a text may name, so that of the contacts only those have to be read. */
export interface NamedPeople {
  readonly text: string;
  /** Family names of those whom the text names by the rules for strangers. */
  readonly families: readonly string[];
}

/** A contact as a text may name it. */
export interface KnownPerson extends Contact {
  readonly id: string;
  /** Kept by the user himself, who may be told all of it. */
  readonly own?: boolean;
}

export interface TurnKnowledge {
  /** The version that `updates` start after: the known one, or 0 when it cannot be built upon. */
  readonly baseVersion: number;
  readonly version: number;
  readonly updates: readonly SessionUpdate[];
  readonly profile: readonly ProfileFact[];
  /** As an administrator has placed the user (M33). */
  readonly segment?: string;
  /** As the user has chosen; without it the tenant's holds. */
  readonly mode?: GateMode;
  /** Open candidates of this session, oldest first. */
  readonly candidates: readonly OpenCandidate[];
  /** What is left of the dialogue: rounds that no summary holds yet, oldest first, and the summary of those before them. */
  readonly rounds: readonly (Round & { readonly n: number })[];
  readonly summary?: string;
  readonly found: readonly Candidate[];
  /** Of the contacts whom the user sees those whom the text may name, the user's own first. */
  readonly contacts?: readonly KnownPerson[];
  /** The turn was said before its user was erased: nothing of it may be stored again. */
  readonly erased: boolean;
}

/** What the user has shown without stating it (M15). */
export type SignalIntent = { readonly type: 'signal' } & Signal;
/** What the commit of a turn carries out. */
export type TurnIntent = ProfileIntent | SignalIntent;

export interface TurnRecord<R> {
  readonly updates: readonly UpdateBody[];
  readonly intents: readonly TurnIntent[];
  readonly reply: R;
  readonly after: SessionAfter;
  /** What was said in the turn, and how the one before it was answered, for the window of the session (M3). */
  readonly round?: { readonly said: string; readonly space?: string; readonly answered?: AnsweredTurn };
  /** The rounds up to a number as a summary, in whose place their texts need not be read again. */
  readonly folded?: { readonly summary: string; readonly untilRound: number };
}

/** The session as a turn leaves it, for its hot copy; no row holds it. */
export interface SessionAfter {
  readonly state: SessionState;
  /** The version of a copy that differs from it in the changed fields alone; without one it is replaced as a whole. */
  readonly from?: { readonly version: number; readonly changed: readonly SlotOperation[] };
}

/** A turn as the user saw it answered. */
export interface AnsweredTurn {
  readonly turnId: string;
  readonly reply: string;
  /** What the reply offered or asked, e.g. `asked_candidate`. */
  readonly slots: Readonly<Record<string, string>>;
}

/** What is known of the preferences that the turn has shown something of. */
export interface LearningKnowledge extends Omit<KnownPreferences, 'held'> {
  /** What the user has chosen, where the user has chosen. */
  readonly mode: GateMode | null;
}

export interface CommitKnowledge {
  readonly intents: readonly TurnIntent[];
  /** Where the intents hold a signal. */
  readonly learning?: LearningKnowledge;
  readonly active: readonly ActiveFact[];
  /** Open candidates of this session, and those of none, oldest first. */
  readonly candidates: readonly OpenCandidate[];
  readonly erased: boolean;
}

export interface Sample {
  readonly id: string;
  readonly said: string;
  readonly key: string;
  readonly wrong: string;
  readonly value: string;
}

/** Signals of the turn, counted once for it, and the preference of which the user is asked or memory learns by them. */
export interface NotedSignals {
  readonly noted: readonly Signal[];
  readonly proposed?: Signal;
  /** Older ones of the user are deleted. */
  readonly keepFromMs: number;
}

/** What skills have done in the turn (M5). */
export interface Acted {
  /** Each skill as often as it has succeeded. */
  readonly actions: readonly string[];
  /** The skill whose effect brings the task of the session to its end. */
  readonly finishedBy?: string;
}

export interface CommitRecord<R> {
  readonly plan: CommitPlan;
  readonly usedMemoryIds: readonly string[];
  /** What a use does to what is used (M16). */
  readonly forgetting: ForgettingPolicy;
  /** Confirmed values that the turn has corrected (M23). */
  readonly samples: readonly Sample[];
  readonly signals?: NotedSignals;
  readonly acted?: Acted;
  readonly reply: R;
}

/** What was recorded when the command was first carried out; null once the user has been erased. */
export interface Repeated {
  readonly repeated: true;
  readonly reply: Json;
}
/** The id of the key has been merged into another user's: nothing was read or written; the command is his (M22). */
export interface Moved {
  readonly movedTo: UserId;
}
/** `version`: of the session, after it. */
export interface Recorded<R> {
  readonly repeated: false;
  readonly reply: R;
  readonly version: number;
}

/** Of the decision that was recorded, however often it had to be taken. */
export type RecordedTurn<R> = Recorded<R> & Pick<TurnRecord<R>, 'after'>;

/**
 * The truth of sessions and profiles. Each call is one transaction in the scope of the user (M20) and is carried out once per command
 * id (T3): `decide` is pure, may be called again, and its outcome is recorded with the reply or not at all; a repetition answers what
 * was recorded. Throws TransientError when the outcome is unknown or another replica was faster too often.
 */
export abstract class TurnLedger {
  /** Also once per turn: another command for the same turn answers what the turn has been told. A session belongs to its first user. */
  abstract assemble<R>(
    key: TurnKey,
    query: AssembleQuery,
    decide: (known: TurnKnowledge) => TurnRecord<R>,
  ): Promise<RecordedTurn<R> | Repeated | Moved | Refusal>;

  /** Carries out the plan in one piece; facts give way before others become active. */
  abstract commit<R>(
    key: TurnKey,
    decide: (known: CommitKnowledge) => CommitRecord<R>,
  ): Promise<Recorded<R> | Repeated | Moved | Refusal>;
}
