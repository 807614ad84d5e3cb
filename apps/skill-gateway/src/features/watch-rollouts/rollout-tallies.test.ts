import fc from 'fast-check';
import { FixedClock, TransientError } from '@plinth/kernel';
import { refundRollout } from '../../domain/catalogue/refund-skill.stage';
import type { CountBucket } from '../../domain/rollout/rollout-record';
import { RolloutCounters, type RunKey } from '../../ports/rollout-counters';
import { RolloutTallies } from './rollout-tallies';

/** Counters that may lose an answer, or everything, like a store over a network. */
class ShakyCounters extends RolloutCounters {
  readonly kept = new Map<string, CountBucket>();
  fate: 'well' | 'away' | 'unheard' = 'well';

  async keep({ skill, run }: RunKey, bucket: CountBucket, forget: readonly string[]): Promise<void> {
    if (this.fate !== 'away') {
      for (const id of forget) this.kept.delete(`${skill}/${run}/${id}`);
      this.kept.set(`${skill}/${run}/${bucket.id}`, bucket);
    }
    if (this.fate !== 'well') throw new TransientError('redis_unavailable', this.fate);
  }

  async read({ skill, run }: RunKey): Promise<readonly CountBucket[]> {
    return [...this.kept].flatMap(([key, bucket]) => (key.startsWith(`${skill}/${run}/`) ? [bucket] : []));
  }
}

const rollout = refundRollout();
const key = { skill: 'refund', run: 1 };
const good = { latencyMs: 3, fault: false };

function tallying(replica = 'a') {
  const counters = new ShakyCounters();
  const clock = new FixedClock(0);
  const tallies = new RolloutTallies(counters, clock, { replica, bucketMs: 10_000, keepMs: 120_000 });
  const callsOf = async (run = key) =>
    (await counters.read(run)).reduce((sum, { candidate }) => sum + candidate.calls, 0);
  return { counters, clock, tallies, callsOf };
}

describe('RolloutTallies', () => {
  it('S7: counts by version with faults and latency, and hands over nothing that has not grown', async () => {
    const { counters, tallies } = tallying();
    tallies.answered(rollout, 'candidate', { latencyMs: 700, fault: true });
    tallies.answered(rollout, 'baseline', good);
    tallies.compared(rollout, 'noise', true);
    await tallies.flush();
    expect(await counters.read(key)).toMatchObject([
      {
        candidate: { calls: 1, attributableErrors: 1 },
        baseline: { calls: 1, attributableErrors: 0 },
        ...{ noise: { compared: 1, differed: 1 }, pairs: { compared: 0 } },
      },
    ]);
    counters.kept.clear();
    await tallies.flush();
    expect(counters.kept.size).toBe(0);
  });

  it('counts nothing of a rollout that nobody watches', async () => {
    const { counters, tallies } = tallying();
    for (const over of [{ status: 'idle' }, { status: 'rolled_back' }, { candidate: undefined }] as const) {
      tallies.answered(refundRollout(over), 'baseline', good);
      tallies.routed(refundRollout(over), 'candidate', false);
      expect(tallies.shareOf(refundRollout(over))).toBeUndefined();
    }
    await tallies.flush();
    expect(counters.kept.size).toBe(0);
  });

  it('2, 3: loses no call and counts none twice, whatever becomes of what is handed over, and when', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('call' as const), n: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant('flush' as const), fate: fc.constantFrom('well', 'away', 'unheard' as const) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const { counters, clock, tallies, callsOf } = tallying();
        let calls = 0;
        // Nobody may have forgotten what was counted: the reader is here to the end.
        for (const each of steps)
          if (each.kind === 'call')
            for (let n = 0; n < each.n; n += 1) {
              calls += 1;
              tallies.answered(rollout, 'candidate', good);
            }
          else if (each.kind === 'wait') clock.advance(Math.min(each.ms, 119_000 / 40));
          else {
            counters.fate = each.fate;
            await tallies.flush().catch(() => undefined);
          }
        counters.fate = 'well';
        await tallies.flush();
        expect(await callsOf()).toBe(calls);
      }),
    );
  });

  it('3: holds one bucket while the counters are away, and begins it anew for whoever reads it then', async () => {
    const { counters, clock, tallies, callsOf } = tallying();
    counters.fate = 'away';
    for (let minute = 0; minute < 60; minute += 1) {
      tallies.answered(rollout, 'candidate', good);
      clock.advance(60_000);
      await expect(tallies.flush()).rejects.toThrow('away');
    }
    counters.fate = 'well';
    await tallies.flush();
    expect(counters.kept.size).toBe(1);
    expect(await callsOf()).toBe(60);
    expect((await counters.read(key))[0]?.startMs).toBe(clock.now());
  });

  it('hands over what is left of a run that was followed by another', async () => {
    const { tallies, callsOf } = tallying();
    tallies.answered(rollout, 'candidate', good);
    tallies.answered(refundRollout({ run: 2 }), 'candidate', good);
    await tallies.flush();
    expect([await callsOf(), await callsOf({ ...key, run: 2 })]).toEqual([1, 1]);
  });

  it('forgets what was read long ago', async () => {
    const { counters, clock, tallies } = tallying();
    for (let call = 0; call < 100; call += 1) {
      tallies.answered(rollout, 'candidate', good);
      clock.advance(10_000);
      await tallies.flush();
    }
    expect(counters.kept.size).toBeLessThan(15);
  });

  it('knows what the candidate took of the calls here', () => {
    const { tallies } = tallying();
    tallies.routed(rollout, 'candidate', false);
    tallies.routed(rollout, 'baseline', true);
    expect(tallies.shareOf(rollout)).toEqual({ candidate: 1, shadow: 1, total: 2 });
    expect(tallies.shareOf(refundRollout({ run: 2 }))).toEqual({ candidate: 0, shadow: 0, total: 0 });
  });
});
