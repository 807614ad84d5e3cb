import { newcombeInterval, wilsonInterval, type Interval, type Sums } from '@plinth/rollout';
import { NO_FIGURES, type Figures, type FigureSeries, type Measure as Kind } from '../figures/figures';
import { meanMeasure, quantileMeasure, shareMeasure, type Measure, type Target } from './measure';

/** What a skill is held to beside its own SLA (S9). */
const TARGETS = {
  handlingTime: { bound: 'at_most', value: 1_800 },
  firstTimeResolution: { bound: 'at_least', value: 0.75 },
  complaintRate: { bound: 'at_most', value: 0.015 },
  errorRate: { bound: 'at_most', value: 0.05 },
} as const satisfies Readonly<Record<string, Target>>;

/** What users said of the calls of one version. */
export interface OutcomeSums {
  readonly version: string;
  readonly resolved: { readonly events: number; readonly of: number };
  readonly complaints: { readonly events: number; readonly of: number };
  readonly handling: { readonly count: number; readonly mean: number; readonly variance: number };
}

export interface ReportInput {
  readonly skill: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** P95 that each version promises, in milliseconds. */
  readonly slaMs: { readonly baseline: number | undefined; readonly candidate: number | undefined };
  readonly figures: readonly (FigureSeries & Figures)[];
  readonly outcomes: readonly OutcomeSums[];
}

/** `beyond_noise`: the candidate differs from the baseline more often than the baseline from itself. */
export type ComparisonVerdict = 'within_noise' | 'beyond_noise' | 'inconclusive' | 'no_data';

export interface ComparedShare {
  readonly compared: number;
  readonly differed: number;
  readonly interval: Interval | undefined;
}

export interface RolloutReport extends Pick<ReportInput, 'skill' | 'baseline' | 'candidate' | 'sinceMs' | 'untilMs'> {
  /** Where errors and latency of the candidate were seen: in calls of users, or, as long as there are none, beside them. */
  readonly candidateSeen: 'live' | 'shadow';
  readonly measures: readonly Measure[];
  readonly comparisons: ComparedShare & {
    /** The baseline against itself. */
    readonly noise: ComparedShare;
    readonly excess: Interval | undefined;
    readonly dropped: number;
    readonly verdict: ComparisonVerdict;
  };
}

/** Baseline beside candidate, each with its confidence interval and against its target (S9). */
export function rolloutReport(input: ReportInput): RolloutReport {
  const { skill, baseline, candidate, sinceMs, untilMs } = input;
  const figures = (version: string, measure: Kind) =>
    input.figures.find((series) => series.version === version && series.measure === measure) ?? NO_FIGURES;
  const shadow = figures(candidate, 'shadow');
  const live = figures(candidate, 'live');
  const candidateSeen = live.calls > 0 || shadow.calls === 0 ? 'live' : 'shadow';
  const calls = { baseline: figures(baseline, 'live'), candidate: candidateSeen === 'live' ? live : shadow };
  return {
    ...{ skill, baseline, candidate, sinceMs, untilMs, candidateSeen },
    measures: [...outcomeMeasures(input), ...callMeasures(calls, input.slaMs)],
    comparisons: comparisonsOf(shadow, figures(baseline, 'noise')),
  };
}

function outcomeMeasures({ outcomes, baseline, candidate }: ReportInput): Measure[] {
  const of = (version: string) => outcomes.find((sums) => sums.version === version) ?? NO_OUTCOMES;
  const [ours, theirs] = [of(baseline), of(candidate)];
  const pair = <T>(pick: (sums: Omit<OutcomeSums, 'version'>) => T) => ({
    baseline: pick(ours),
    candidate: pick(theirs),
  });
  return [
    meanMeasure(
      'handling_time',
      pair(({ handling }) => sumsOf(handling)),
      TARGETS.handlingTime,
    ),
    shareMeasure(
      'first_time_resolution',
      pair(({ resolved }) => resolved),
      TARGETS.firstTimeResolution,
    ),
    shareMeasure(
      'complaint_rate',
      pair(({ complaints }) => complaints),
      TARGETS.complaintRate,
    ),
  ];
}

function callMeasures(
  { baseline, candidate }: { readonly baseline: Figures; readonly candidate: Figures },
  slaMs: ReportInput['slaMs'],
): Measure[] {
  const errors = ({ attributableErrors, calls }: Figures) => ({ events: attributableErrors, of: calls });
  const sla = (value: number | undefined): Target | undefined =>
    value === undefined ? undefined : { bound: 'at_most', value };
  const latency = (baselineTarget: Target | undefined, candidateTarget: Target | undefined) => ({
    baseline: { latency: baseline.latency, target: baselineTarget },
    candidate: { latency: candidate.latency, target: candidateTarget },
  });
  return [
    shareMeasure('error_rate', { baseline: errors(baseline), candidate: errors(candidate) }, TARGETS.errorRate),
    quantileMeasure('latency_p50', 0.5, latency(undefined, undefined)),
    quantileMeasure('latency_p95', 0.95, latency(sla(slaMs.baseline), sla(slaMs.candidate))),
  ];
}

const NO_OUTCOMES: Omit<OutcomeSums, 'version'> = {
  resolved: { events: 0, of: 0 },
  complaints: { events: 0, of: 0 },
  handling: { count: 0, mean: 0, variance: 0 },
};

function sumsOf({ count, mean, variance }: OutcomeSums['handling']): Sums {
  return { count, sum: mean * count, sumOfSquares: variance * Math.max(0, count - 1) + count * mean * mean };
}

function comparisonsOf(shadow: Figures, noise: Figures): RolloutReport['comparisons'] {
  const share = ({ compared, differed }: Figures) => ({ events: differed, of: compared });
  const excess = newcombeInterval(share(shadow), share(noise));
  const of = (figures: Figures): ComparedShare => ({
    ...{ compared: figures.compared, differed: figures.differed },
    interval: wilsonInterval(share(figures)),
  });
  const verdict = comparisonVerdict(shadow, excess);
  return { ...of(shadow), noise: of(noise), excess, dropped: shadow.dropped, verdict };
}

/** Without a measured noise nothing is said, unless nothing has differed. */
function comparisonVerdict({ compared, differed }: Figures, excess: Interval | undefined): ComparisonVerdict {
  if (compared === 0) return 'no_data';
  if (!excess) return differed === 0 ? 'within_noise' : 'inconclusive';
  if (excess.low > 0) return 'beyond_noise';
  return excess.high < WORTH_MINDING ? 'within_noise' : 'inconclusive';
}

/** An excess of differences below this share is none. */
const WORTH_MINDING = 0.05;
