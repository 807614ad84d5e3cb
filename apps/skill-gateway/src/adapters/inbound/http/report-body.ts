import { CONFIDENCE, type Interval } from '@plinth/rollout';
import type { Measure, VersionMeasure } from '../../../domain/report/measure';
import type { ComparedShare } from '../../../domain/report/rollout-report';
import type { ReportView } from '../../../features/report-rollout/report-rollout';

/** A report as figures; what is not known is left out. Shares are 0 … 1, times milliseconds. */
export function reportJson({ report, status, stage, unmatchedOutcomes, samples }: ReportView) {
  const { skill, baseline, candidate, sinceMs, untilMs, candidateSeen, measures, comparisons } = report;
  return {
    ...{ skill, baseline, candidate, status },
    ...(stage !== undefined && { stage }),
    ...{ since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString(), confidence: CONFIDENCE },
    candidate_seen: candidateSeen,
    measures: measures.map(measureJson),
    comparisons: {
      ...comparedJson(comparisons),
      baseline_itself: comparedJson(comparisons.noise),
      ...(comparisons.excess && { excess: intervalJson(comparisons.excess) }),
      ...{ dropped: comparisons.dropped, verdict: comparisons.verdict },
    },
    outcomes_unmatched: unmatchedOutcomes,
    samples: samples.map(({ commandId, atMs, differences, leftOff }) => ({
      ...{ call_id: commandId, at: new Date(atMs).toISOString(), differences, left_off: leftOff },
    })),
  };
}

function measureJson({ name, unit, baseline, candidate, difference, verdict }: Measure) {
  return {
    ...{ name, unit, baseline: versionJson(baseline), candidate: versionJson(candidate) },
    ...(difference && { difference: intervalJson(difference) }),
    verdict,
  };
}

function versionJson({ samples, interval, target, verdict }: VersionMeasure) {
  return {
    samples,
    ...(interval && intervalJson(interval)),
    ...(target && { target: { [target.bound]: target.value } }),
    verdict,
  };
}

function comparedJson({ compared, differed, interval }: ComparedShare) {
  return { compared, differed, ...(interval && intervalJson(interval)) };
}

const intervalJson = ({ estimate, low, high }: Interval) => ({ value: estimate, low, high });
