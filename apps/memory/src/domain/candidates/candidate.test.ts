import fc from 'fast-check';
import { type CandidateEvent, CANDIDATE_LIFETIME_MS, type CandidateStatus, isOpen, nextStatus } from './candidate';

const EVENTS: CandidateEvent[] = ['asked', 'confirmed', 'refused', 'withdrawn', 'superseded', 'aged'];

describe('nextStatus', () => {
  it('M12: confirms nothing that was never asked, and nothing leads out of an end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 8 }), (events) => {
        const path = events.reduce<CandidateStatus[]>(
          (seen, event) => [...seen, nextStatus(seen.at(-1)!, event)],
          ['candidate'],
        );
        const confirmed = path.indexOf('confirmed');
        if (confirmed >= 0) expect(path.slice(0, confirmed)).toContain('asked');
        const end = path.findIndex((status) => status !== 'candidate' && status !== 'asked');
        if (end >= 0) expect(new Set(path.slice(end)).size).toBe(1);
      }),
    );
  });

  it('M12: an open candidate waits 24 hours', () => {
    expect([
      isOpen({ observedAtMs: 0 }, CANDIDATE_LIFETIME_MS - 1),
      isOpen({ observedAtMs: 0 }, CANDIDATE_LIFETIME_MS),
    ]).toEqual([true, false]);
  });
});
