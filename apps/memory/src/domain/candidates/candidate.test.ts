import fc from 'fast-check';
import { type CandidateEvent, type CandidateStatus, isOpen, nextStatus } from './candidate';

const EVENTS: CandidateEvent[] = ['asked', 'confirmed', 'refused', 'withdrawn', 'superseded'];

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

  it.each([1, 24, 168])('M12: an open candidate waits as long as the tenant lets it: %i hours', (candidateHours) => {
    const end = candidateHours * 3_600_000;
    expect([end - 1, end].map((nowMs) => isOpen({ observedAtMs: 0 }, nowMs, { candidateHours }))).toEqual([
      true,
      false,
    ]);
  });
});
