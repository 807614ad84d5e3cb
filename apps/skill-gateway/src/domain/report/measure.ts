import {
  histogramQuantile,
  LATENCY_BOUNDS_MS,
  meanDifference,
  meanInterval,
  newcombeInterval,
  wilsonInterval,
  type Interval,
  type Share,
  type Sums,
} from '@plinth/rollout';

export type MeasureName =
  'handling_time' | 'first_time_resolution' | 'complaint_rate' | 'error_rate' | 'latency_p50' | 'latency_p95';

export interface Target {
  readonly bound: 'at_most' | 'at_least';
  readonly value: number;
}

/** `met` and `missed` are said only where the whole interval lies on one side of the target. */
export type TargetVerdict = 'met' | 'missed' | 'inconclusive' | 'no_data' | 'no_target';
/** Of the candidate against the baseline, said only where the interval of the difference leaves zero out. */
export type DifferenceVerdict = 'better' | 'worse' | 'inconclusive';

export interface VersionMeasure {
  readonly samples: number;
  /** Undefined: too few samples for an interval. */
  readonly interval: Interval | undefined;
  readonly target: Target | undefined;
  readonly verdict: TargetVerdict;
}

export interface Measure {
  readonly name: MeasureName;
  readonly unit: 'ms' | 'share';
  readonly baseline: VersionMeasure;
  readonly candidate: VersionMeasure;
  readonly difference: Interval | undefined;
  readonly verdict: DifferenceVerdict;
}

interface Pair<T> {
  readonly baseline: T;
  readonly candidate: T;
}

export function shareMeasure(name: MeasureName, { baseline, candidate }: Pair<Share>, target: Target): Measure {
  const of = (share: Share) => version(share.of, wilsonInterval(share), target);
  const difference = newcombeInterval(candidate, baseline);
  const verdict = differenceVerdict(difference, target.bound);
  return { name, unit: 'share', baseline: of(baseline), candidate: of(candidate), difference, verdict };
}

export function meanMeasure(name: MeasureName, { baseline, candidate }: Pair<Sums>, target: Target): Measure {
  const of = (sums: Sums) => version(sums.count, meanInterval(sums), target);
  const difference = meanDifference(candidate, baseline);
  const verdict = differenceVerdict(difference, target.bound);
  return { name, unit: 'ms', baseline: of(baseline), candidate: of(candidate), difference, verdict };
}

export interface LatencyCounts {
  readonly latency: readonly number[];
  readonly target: Target | undefined;
}

/** Quantiles of two versions are told apart only where their intervals do not touch. */
export function quantileMeasure(
  name: MeasureName,
  quantile: number,
  { baseline, candidate }: Pair<LatencyCounts>,
): Measure {
  const of = ({ latency, target }: LatencyCounts) =>
    version(
      latency.reduce((sum, calls) => sum + calls, 0),
      histogramQuantile(latency, LATENCY_BOUNDS_MS, quantile),
      target,
    );
  const [ours, theirs] = [of(baseline), of(candidate)];
  return { name, unit: 'ms', baseline: ours, candidate: theirs, difference: undefined, verdict: apart(ours, theirs) };
}

function apart({ interval: ours }: VersionMeasure, { interval: theirs }: VersionMeasure): DifferenceVerdict {
  if (!ours || !theirs) return 'inconclusive';
  if (theirs.high < ours.low) return 'better';
  return theirs.low > ours.high ? 'worse' : 'inconclusive';
}

function version(samples: number, interval: Interval | undefined, target: Target | undefined): VersionMeasure {
  return { samples, interval, target, verdict: targetVerdict(samples, interval, target) };
}

/** Of fewer nothing is said, however far from the target they lie. */
const FEWEST = 10;

function targetVerdict(samples: number, interval: Interval | undefined, target: Target | undefined): TargetVerdict {
  if (samples === 0) return 'no_data';
  if (!target) return 'no_target';
  if (!interval || samples < FEWEST) return 'inconclusive';
  const { bound, value } = target;
  if (bound === 'at_most') return interval.high <= value ? 'met' : interval.low > value ? 'missed' : 'inconclusive';
  return interval.low >= value ? 'met' : interval.high < value ? 'missed' : 'inconclusive';
}

/** What is bounded from above is better when it is less. */
function differenceVerdict(difference: Interval | undefined, bound: Target['bound']): DifferenceVerdict {
  if (!difference || (difference.low <= 0 && difference.high >= 0)) return 'inconclusive';
  const isLess = difference.high < 0;
  return isLess === (bound === 'at_most') ? 'better' : 'worse';
}
