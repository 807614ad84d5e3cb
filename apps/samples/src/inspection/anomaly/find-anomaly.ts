import { cusumAlarm, ewma, isSpike, longestRun } from './control-charts';
import { median } from './robust-statistics';
import { seasonalResiduals } from './seasonal-residuals';

export type AnomalyKind = 'shift' | 'drift' | 'spike' | 'frozen';

/** What is wrong with the last period of a series. */
export interface Anomaly {
  readonly kind: AnomalyKind;
  readonly direction: 'up' | 'down' | 'none';
  /** Index of the value that it begins with. */
  readonly onset: number;
  /** Distance from normal since then, in standard deviations (median). */
  readonly score: number;
  /** Whether the last values are still off. */
  readonly ongoing: boolean;
  readonly methods: readonly string[];
}

/** So many equal values in a row, of a sensor that never had half as many, are a sensor that stands still. */
const FROZEN_STEPS = 12;
/** In standard deviations: how much further off the end of a drift is than its beginning. */
const DRIFT = 2.5;

/** The anomaly of the last `period` values, undefined when there is none; `too_short`: fewer than three periods. */
export function findAnomaly(values: readonly number[], period: number): Anomaly | undefined | 'too_short' {
  const residuals = seasonalResiduals(values, period);
  if (!residuals) return 'too_short';
  const first = values.length - residuals.length;
  return standingStill(values, first) ?? outOfControl(residuals, first) ?? lostReading(residuals, first);
}

function standingStill(values: readonly number[], first: number): Anomaly | undefined {
  const run = longestRun(values.slice(first));
  if (run.length < FROZEN_STEPS || longestRun(values.slice(0, first)).length * 2 > run.length) return undefined;
  const onset = first + run.from;
  return {
    ...{ kind: 'frozen', direction: 'none', onset, score: run.length, methods: ['run_length'] },
    ongoing: onset + run.length === values.length,
  };
}

function outOfControl(residuals: readonly number[], first: number): Anomaly | undefined {
  const alarm = cusumAlarm(residuals);
  const chart = ewma(residuals);
  // Both have to say so: a cumulative sum alone rings for a small move that came to nothing.
  if (!alarm || !chart.some(({ out }) => out)) return undefined;
  const since = residuals.slice(alarm.onset);
  const quarter = Math.max(1, since.length >> 2);
  const growth = Math.abs(median(since.slice(-quarter))) - Math.abs(median(since.slice(0, quarter)));
  return {
    kind: growth > DRIFT ? 'drift' : 'shift',
    direction: alarm.direction,
    onset: first + alarm.onset,
    score: median(since.map(Math.abs)),
    ongoing: chart.at(-1)?.out === true,
    methods: ['cusum', 'ewma'],
  };
}

function lostReading(residuals: readonly number[], first: number): Anomaly | undefined {
  const at = residuals.findIndex((_, index) => isSpike(residuals, index));
  const residual = residuals[at];
  if (residual === undefined) return undefined;
  return {
    ...{ kind: 'spike', direction: residual > 0 ? 'up' : 'down', onset: first + at, score: Math.abs(residual) },
    ...{ ongoing: at === residuals.length - 1, methods: ['hampel'] },
  };
}
