import { counter, zero } from '@plinth/telemetry';
import type { CandidateStatus } from '../../domain/candidates/candidate';

const OUTCOMES = { candidate: true, asked: true, confirmed: true, refused: true, expired: true } satisfies Record<
  CandidateStatus,
  true
>;

/** At zero before the first event; for every use case by which something becomes of a candidate. */
export function expectCandidates(): void {
  zero('plinth_memory_candidates_total', { outcome: Object.keys(OUTCOMES) });
}

/** What became of candidates, by whatever way: a turn, an item, the user's word to a client, the end of its time. */
export function countCandidates(outcome: string, count = 1): void {
  counter('plinth_memory_candidates_total').inc({ outcome }, count);
}
