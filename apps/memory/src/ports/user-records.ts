import type { TenantId, UserId } from '@plinth/kernel';
import type { ContactRecord } from '../domain/items/contact-view';
import type { SessionUpdate } from '../domain/session-state/session-state';

/** Of a list, newest first: the instant that orders it, and an id that is unique within it. */
export interface Place {
  readonly atMs: number;
  readonly id: string;
}

export interface SessionRecord extends Place {
  readonly version: number;
  readonly endedAtMs: number | null;
  readonly updates: readonly SessionUpdate[];
}

interface Sourced {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly confidence: number;
}

/** Both of its times (M29): `valid…` is when it holds, `known…` to `retired…` when it was believed. */
interface Timed {
  readonly validFromMs: number;
  readonly validUntilMs: number | null;
  readonly retiredAtMs: number | null;
  readonly hits: number;
  readonly lastUsedAtMs: number | null;
}

export interface FactRecord extends Place, Sourced, Timed {
  readonly key: string;
  readonly value: string;
  readonly status: string;
  readonly knownFromMs: number | null;
}

export interface CandidateRecord extends Place, Sourced {
  readonly key: string;
  readonly value: string;
  readonly status: string;
  readonly sessionId: string | null;
}

export interface ItemRecord extends Place, Sourced, Timed {
  readonly kind: string;
  readonly status: string;
  readonly key: string | null;
  readonly content: string;
  readonly sourceChannel: string | null;
  readonly importance: number;
  readonly space: string;
  readonly task: string | null;
  readonly observedAtMs: number;
  readonly happenedFromMs: number | null;
  readonly happenedUntilMs: number | null;
  readonly decayFactor: number;
  readonly restated: number;
  readonly stable: boolean;
}

export interface ContactOfUser extends Place {
  readonly record: ContactRecord;
  readonly sourceType: string;
  readonly confidence: number;
}

export interface LinkRecord extends Place {
  readonly channel: string;
  readonly externalId: string;
}

export interface ChangeRecord extends Place {
  readonly key: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly cause: string;
  readonly actor: string | null;
}

export interface FeedbackRecord extends Place {
  readonly itemId: string;
  readonly turnId: string;
  readonly useful: boolean;
}

/** How often one session has shown a preference that was never stated (M15); `proposedAtMs`: when the user was last asked for it. */
export interface SignalRecord extends Place {
  readonly key: string;
  readonly value: string;
  readonly sessionId: string;
  readonly count: number;
  readonly proposedAtMs: number | null;
}

/** A skill that has served the user (M5). */
export interface ActionRecord extends Place {
  readonly action: string;
  readonly count: number;
  readonly firstAtMs: number;
}

/** Of a session: what is left of its task, or the skill that has brought it to its end (M5). */
export interface TaskRecord extends Place {
  readonly slots: Readonly<Record<string, string>>;
  readonly doneBy: string | null;
}

export interface RecordsByList {
  readonly sessions: readonly SessionRecord[];
  readonly profile: readonly FactRecord[];
  readonly contacts: readonly ContactOfUser[];
  readonly candidates: readonly CandidateRecord[];
  readonly items: readonly ItemRecord[];
  readonly links: readonly LinkRecord[];
  readonly changes: readonly ChangeRecord[];
  readonly feedback: readonly FeedbackRecord[];
  readonly actions: readonly ActionRecord[];
  readonly tasks: readonly TaskRecord[];
  readonly signals: readonly SignalRecord[];
}
export type RecordList = keyof RecordsByList;
export const RECORD_LISTS = [
  'sessions',
  'profile',
  'contacts',
  'candidates',
  'items',
  'links',
  'changes',
  'feedback',
  'actions',
  'tasks',
  'signals',
] as const satisfies readonly RecordList[];

export interface RecordsAsked {
  readonly lists: readonly RecordList[];
  /** Of each list. */
  readonly limit: number;
  readonly after?: Place;
  readonly nowMs: number;
  /** As memory was then. */
  readonly asOfMs?: number;
}

export interface UserSummary {
  /** What the user has chosen himself. */
  readonly mode: 'confirm' | 'learn' | null;
  /** As an administrator has placed the user (M33). */
  readonly segment: string | null;
  readonly firstSeenAtMs: number | null;
  /** Ids that have been merged into this user (M22). */
  readonly aliases: readonly string[];
  readonly itemCounts: readonly { readonly kind: string; readonly status: string; readonly count: number }[];
  readonly pendingEmbeddings: {
    readonly count: number;
    readonly dueAtMs: number | null;
    readonly mostTries: number | null;
  };
}

/**
 * All that is kept of one user, as an administrator reads it (M28); nothing is counted as used.
 * - Of items every status, of facts what is believed. As of an instant: of both what was believed and held then, candidates that waited then,
 *   and what had happened by then; mode, links, contacts' fields and the queue are as they are now.
 * - A list is ordered by (`atMs`, `id`), newest first; `after` goes on behind that place.
 * - What an erasure has deleted, or a retention rule keeps from it, is in no list, of whatever instant.
 */
export abstract class UserRecords {
  /** The lists asked for, in one statement; others are empty. */
  abstract read(tenant: TenantId, userId: UserId, asked: RecordsAsked): Promise<RecordsByList>;
  abstract summaryOf(tenant: TenantId, userId: UserId): Promise<UserSummary>;
}
