import fc from 'fast-check';
import type { CountBucket } from './counts';
import { bucketWith, laneWith } from './count-bucket.stage';
import { EMPTY_BUCKET, EMPTY_LEDGER, increments, summed, type Ledger } from './increments';

const NOW = 1_000_000;
const callsOf = (buckets: readonly CountBucket[]): number =>
  buckets.reduce((sum, { candidate }) => sum + candidate.calls, 0);
const errorsOf = (buckets: readonly CountBucket[]): number =>
  buckets.reduce((sum, { candidate }) => sum + candidate.attributableErrors, 0);

describe('the growth of buckets', () => {
  it('increments 1: counts every call once, in whatever order and however often growing buckets are handed in', () => {
    const growing = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), calls: fc.nat(20), failed: fc.nat(20) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(growing, fc.infiniteStream(fc.nat(2)), (steps, again) => {
        const totals = new Map<string, CountBucket>();
        let ledger: Ledger = EMPTY_LEDGER;
        let counted = EMPTY_BUCKET;
        for (const { id, calls, failed } of steps) {
          const known = totals.get(id) ?? bucketWith(id, id.charCodeAt(0));
          const errors = known.candidate.attributableErrors + Math.min(calls, failed);
          totals.set(id, { ...known, candidate: laneWith(known.candidate.calls + calls, errors, [calls]) });
          for (let times = again.next().value; times >= 0; times--) {
            const taken = increments(JSON.parse(JSON.stringify(ledger)) as Ledger, [...totals.values()].reverse(), NOW);
            ledger = taken.ledger;
            counted = taken.grown.reduce(summed, counted);
          }
        }
        if (steps.length > 0) {
          expect(counted.candidate.calls).toBe(callsOf([...totals.values()]));
          expect(counted.candidate.attributableErrors).toBe(errorsOf([...totals.values()]));
        }
      }),
    );
  });

  it('increments 2: counts nothing of totals that shrank, until they are passed', () => {
    const first = increments(EMPTY_LEDGER, [bucketWith('a', 1, { candidate: laneWith(10, 2) })], NOW);
    const shrunk = increments(first.ledger, [bucketWith('a', 1, { candidate: laneWith(4, 1) })], NOW);
    expect(shrunk.grown).toEqual([]);
    const grown = increments(shrunk.ledger, [bucketWith('a', 1, { candidate: laneWith(13, 2) })], NOW);
    expect(callsOf(grown.grown)).toBe(3);
  });

  it('increments 3: keeps errors back that were read before their call', () => {
    const early = increments(EMPTY_LEDGER, [bucketWith('a', 1, { candidate: laneWith(1, 3) })], NOW);
    expect(errorsOf(early.grown)).toBe(1);
    const whole = increments(early.ledger, [bucketWith('a', 1, { candidate: laneWith(5, 3) })], NOW);
    expect([callsOf(whole.grown), errorsOf(whole.grown)]).toEqual([4, 2]);
  });

  it('increments 4: remembers the latest buckets alone and never counts a settled one again', () => {
    let ledger: Ledger = EMPTY_LEDGER;
    const bucket = (second: number) => bucketWith(`b${second}`, second * 1_000, { candidate: laneWith(1) });
    for (let second = 0; second < 1_000; second++) ledger = increments(ledger, [bucket(second)], NOW).ledger;
    expect(ledger.taken.length).toBeLessThanOrEqual(128);
    const again = increments(ledger, [bucket(3), bucket(999)], NOW);
    expect(again.grown).toEqual([]);
    expect(again.ledger.late).toBe(1);
  });

  it('takes a bucket from the future for one of now, so that a wrong clock does not settle the others', () => {
    let ledger: Ledger = EMPTY_LEDGER;
    for (let n = 0; n < 200; n++)
      ledger = increments(ledger, [bucketWith(`f${n}`, NOW * 9 + n, { candidate: laneWith(1) })], NOW).ledger;
    const usual = increments(ledger, [bucketWith('now', NOW + 1, { candidate: laneWith(1) })], NOW + 1);
    expect(callsOf(usual.grown)).toBe(1);
  });

  it.each([Number.NaN, -1, Infinity])('leaves out a bucket with a count of %d, and counts the others', (count) => {
    const { grown, ledger } = increments(
      EMPTY_LEDGER,
      [bucketWith('bad', 1, { baseline: laneWith(count) }), bucketWith('good', 1, { candidate: laneWith(2) })],
      NOW,
    );
    expect([callsOf(grown), ledger.faulty]).toEqual([2, 1]);
  });
});
