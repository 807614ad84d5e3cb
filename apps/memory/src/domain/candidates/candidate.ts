import type { GatePolicy } from './gate-policy';

const HOUR_MS = 3_600_000;

/**
 * A value that the user has declared and that may become a profile fact (M12): `candidate` until a reply has asked for it, `asked`
 * until the user answers. It is usable in its own session at once and nowhere else until it is `confirmed`.
 */
export type CandidateStatus = 'candidate' | 'asked' | 'confirmed' | 'refused' | 'expired';
export type CandidateEvent = 'asked' | 'confirmed' | 'refused' | 'withdrawn' | 'superseded';

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
  },
  asked: {
    asked: 'asked',
    confirmed: 'confirmed',
    refused: 'refused',
    withdrawn: 'expired',
    superseded: 'expired',
  },
} as const satisfies Record<OpenCandidate['status'], Record<CandidateEvent, CandidateStatus>>;

/** Nothing leads out of an end, and nothing is confirmed that was never asked. */
export function nextStatus(status: CandidateStatus, event: CandidateEvent): CandidateStatus {
  return status === 'candidate' || status === 'asked' ? TRANSITIONS[status][event] : status;
}

/** What was declared before has waited too long to be asked for or confirmed. */
export const declaredSince = (nowMs: number, { candidateHours }: Pick<GatePolicy, 'candidateHours'>): number =>
  nowMs - candidateHours * HOUR_MS;

export const isOpen = (
  { observedAtMs }: Pick<OpenCandidate, 'observedAtMs'>,
  nowMs: number,
  gate: Pick<GatePolicy, 'candidateHours'>,
): boolean => observedAtMs > declaredSince(nowMs, gate);
