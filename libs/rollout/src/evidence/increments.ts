import { NO_LANE, NO_PAIRS, type CountBucket, type LaneCounts, type PairCounts } from './counts';

/** What of the buckets was taken in already; a bucket is remembered by the counts that were. */
export interface Ledger {
  readonly taken: readonly CountBucket[];
  /** Buckets that began by then are settled: one that is not remembered is too late. */
  readonly settledUntilMs: number;
  /** Buckets left out: too late, or with counts that are none. */
  readonly late: number;
  readonly faulty: number;
}

export const EMPTY_LEDGER: Ledger = { taken: [], settledUntilMs: Number.MIN_SAFE_INTEGER, late: 0, faulty: 0 };

const { max, min } = Math;
const REMEMBERED = 128;

/**
 * The growth of buckets since they were last taken in, by start time, and the ledger after it. Invariants: 1. the same totals
 * twice give nothing the second time; 2. totals that shrank give nothing until they are passed; 3. errors without their call
 * wait for it; 4. the ledger stays small.
 */
export function increments(
  ledger: Ledger,
  buckets: readonly CountBucket[],
  nowMs: number,
): { readonly grown: readonly CountBucket[]; readonly ledger: Ledger } {
  const taken = new Map(ledger.taken.map((bucket) => [bucket.id, bucket]));
  const grown: CountBucket[] = [];
  let { late, faulty } = ledger;
  for (const bucket of buckets) {
    const known = taken.get(bucket.id);
    const startMs = min(bucket.startMs, nowMs);
    if (!isSound(bucket)) faulty++;
    else if (!known && startMs <= ledger.settledUntilMs) late++;
    else {
      const before = known ?? { ...EMPTY_BUCKET, id: bucket.id, startMs };
      const growth = grownFrom(before, bucket);
      if (isEmpty(growth)) continue;
      grown.push(growth);
      taken.set(bucket.id, summed(before, growth));
    }
  }
  const byTime = [...taken.values()].sort((a, b) => a.startMs - b.startMs);
  const settled = byTime.slice(0, -REMEMBERED);
  return {
    grown: grown.sort((a, b) => a.startMs - b.startMs),
    ledger: {
      taken: byTime.slice(-REMEMBERED),
      settledUntilMs: max(ledger.settledUntilMs, settled.at(-1)?.startMs ?? Number.MIN_SAFE_INTEGER),
      late,
      faulty,
    },
  };
}

export const EMPTY_BUCKET: CountBucket = {
  ...{ id: '', startMs: 0, candidate: NO_LANE, baseline: NO_LANE, pairs: NO_PAIRS, noise: NO_PAIRS },
};

export function summed(a: CountBucket, b: CountBucket): CountBucket {
  return {
    ...a,
    candidate: addLanes(a.candidate, b.candidate),
    baseline: addLanes(a.baseline, b.baseline),
    pairs: addPairs(a.pairs, b.pairs),
    noise: addPairs(a.noise, b.noise),
  };
}

function grownFrom(before: CountBucket, now: CountBucket): CountBucket {
  return {
    ...before,
    candidate: laneGrowth(before.candidate, now.candidate),
    baseline: laneGrowth(before.baseline, now.baseline),
    pairs: pairGrowth(before.pairs, now.pairs),
    noise: pairGrowth(before.noise, now.noise),
  };
}

function laneGrowth(before: LaneCounts, now: LaneCounts): LaneCounts {
  const calls = growth(before.calls, now.calls);
  return {
    calls,
    attributableErrors: min(calls, growth(before.attributableErrors, now.attributableErrors)),
    latency: now.latency.map((count, at) => growth(before.latency[at] ?? 0, count)),
  };
}

function pairGrowth(before: PairCounts, now: PairCounts): PairCounts {
  const compared = growth(before.compared, now.compared);
  return { compared, differed: min(compared, growth(before.differed, now.differed)) };
}

const growth = (before: number, now: number): number => max(0, now - before);

const addPairs = (a: PairCounts, b: PairCounts): PairCounts => ({
  compared: a.compared + b.compared,
  differed: a.differed + b.differed,
});

function addLanes(a: LaneCounts, b: LaneCounts): LaneCounts {
  const [long, short] = a.latency.length < b.latency.length ? [b.latency, a.latency] : [a.latency, b.latency];
  return {
    calls: a.calls + b.calls,
    attributableErrors: a.attributableErrors + b.attributableErrors,
    latency: long.map((count, at) => count + (short[at] ?? 0)),
  };
}

const numbersOf = ({ candidate, baseline, pairs, noise }: CountBucket): number[] => [
  ...[candidate, baseline].flatMap((lane) => [lane.calls, lane.attributableErrors, ...lane.latency]),
  ...[pairs, noise].flatMap(({ compared, differed }) => [compared, differed]),
];

const isSound = (bucket: CountBucket): boolean =>
  Number.isFinite(bucket.startMs) && numbersOf(bucket).every((count) => Number.isFinite(count) && count >= 0);

const isEmpty = (bucket: CountBucket): boolean => numbersOf(bucket).every((count) => count === 0);
