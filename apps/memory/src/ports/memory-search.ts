import type { TenantId, UserId } from '@plinth/kernel';
import type { Candidate } from '../domain/recall/candidate';
import type { KeptContact } from '../domain/anchors/people/contact';
import type { ProfileFact } from '../domain/recall/recall';
import type { RecallQuery } from '../domain/recall/recall-query';

/** Which items a search may find, and how many. */
export interface SearchBounds {
  readonly nowMs: number;
  /** What was known and held then, instead of what is known and holds now (M29). */
  readonly asOfMs?: number;
  /** The space of an agent, beside the one that all share (M27). */
  readonly space?: string;
  /** Leaves out what is only for reference (M16). */
  readonly unasked?: boolean;
  /** Of shared documents only. */
  readonly docType?: string;
  readonly language?: string;
  /** Of each arm. */
  readonly armLimit: number;
  /** Of all arms together. */
  readonly considered: number;
  /** Milliseconds within which two things said belong to one conversation. */
  readonly conversationGapMs: number;
}

export interface KnownFacts {
  /** Newest first. */
  readonly facts: readonly ProfileFact[];
  /** As an administrator has placed the user (M33). */
  readonly segment?: string;
}

export interface KnownProfile extends KnownFacts {
  readonly contacts: readonly KeptContact[];
}

export interface Found extends KnownFacts {
  readonly found: readonly Candidate[];
}

/** When and in which session it is asked: what has expired at `nowMs` is left out, and facts may be newer than what the session says. */
export interface AskedIn {
  readonly nowMs: number;
  readonly asOfMs?: number;
  readonly sessionId?: string;
}

/** What is known about a user beyond a session; refused and unconfirmed values are never among it, deprecated ones only as of then (M12, M17). */
export abstract class MemorySearch {
  /** With the user's own contacts. */
  abstract profileOf(tenant: TenantId, userId: UserId, asked: AskedIn): Promise<KnownProfile>;
  /** All arms and the profile in one statement, exact within the user; nothing that other users store moves its answer. */
  abstract search(
    tenant: TenantId,
    userId: UserId,
    query: RecallQuery,
    bounds: SearchBounds & Pick<AskedIn, 'sessionId'>,
  ): Promise<Found>;
}
