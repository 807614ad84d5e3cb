import fc from 'fast-check';
import { defaultPlan, route } from '@plinth/rollout';
import { refundRollout } from './refund-rollout.stage';
import { TrafficShare } from './traffic-share';

const capped = refundRollout({ plan: defaultPlan() });
const tester = { id: 't', attributes: { segment: 'internal_test' } };
const other = { id: 'o', attributes: {} };

describe('the share of traffic', () => {
  it('S7: keeps the candidate to its cap at every call, however test accounts and others come, over every halving', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 9_000 })), { maxLength: 12 }), (runs) => {
        const share = new TrafficShare();
        let [candidate, total] = [0, 0];
        for (const [isTester, calls] of runs)
          for (let call = 0; call < calls; call += 1) {
            const { lane } = route(capped, isTester ? tester : other, share.current);
            share.count({ candidate: lane === 'candidate', shadow: false });
            total += 1;
            if (lane === 'candidate') candidate += 1;
            if (candidate > 0.01 * total) return false;
          }
        return true;
      }),
      { numRuns: 30 },
    );
  });

  it('S7: lets test accounts have the candidate for one call in a hundred when nobody else calls, also after halvings', () => {
    const share = new TrafficShare();
    const lanes = Array.from({ length: 60_000 }, () => {
      const { lane } = route(capped, tester, share.current);
      share.count({ candidate: lane === 'candidate', shadow: false });
      return lane;
    });
    const served = (among: readonly string[]) => among.filter((lane) => lane === 'candidate').length;
    expect(served(lanes.slice(0, 1_000))).toBe(10);
    expect(served(lanes)).toBeGreaterThan(590);
  });
});
