/**
 * A value that the user has declared and that may become a profile fact (M12): `candidate` until a reply has asked for it, `asked`
 * until the user answers. It is usable in its own session at once and nowhere else until it is `confirmed`.
 */
export type CandidateStatus = 'candidate' | 'asked' | 'confirmed' | 'refused' | 'expired';
export type CandidateEvent = 'asked' | 'confirmed' | 'refused' | 'withdrawn' | 'superseded' | 'aged';

export interface OpenCandidate {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly status: 'candidate' | 'asked';
  readonly observedAtMs: number;
  /** Nobody has said it: memory concludes it from what the user has shown (M15). */
  readonly inferred?: boolean;
}

const TRANSITIONS = {
  candidate: {
    asked: 'asked',
    confirmed: 'candidate',
    refused: 'refused',
    withdrawn: 'expired',
    superseded: 'expired',
    aged: 'expired',
  },
  asked: {
    asked: 'asked',
    confirmed: 'confirmed',
    refused: 'refused',
    withdrawn: 'expired',
    superseded: 'expired',
    aged: 'expired',
  },
} as const satisfies Record<OpenCandidate['status'], Record<CandidateEvent, CandidateStatus>>;

/** Nothing leads out of an end, and nothing is confirmed that was never asked. */
export function nextStatus(status: CandidateStatus, event: CandidateEvent): CandidateStatus {
  return status === 'candidate' || status === 'asked' ? TRANSITIONS[status][event] : status;
}

/** An answer counts only in the turn after the question; an open candidate waits this long to be asked or declared again. */
export const CANDIDATE_LIFETIME_MS = 24 * 3_600_000;

export const isOpen = (candidate: Pick<OpenCandidate, 'observedAtMs'>, nowMs: number): boolean =>
  nowMs - candidate.observedAtMs < CANDIDATE_LIFETIME_MS;
