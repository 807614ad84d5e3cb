import type { Guard } from '../plan/guard';
import type { RolloutState } from '../state/rollout-state';
import { watchComparison } from '../guards/comparison-test';
import { watchLimit } from '../guards/limit-test';
import { ruleOf } from '../guards/rule';
import type { CountBucket } from './counts';
import { evidenceFor, type Evidence, type GuardEvidence } from './evidence';
import { guardedCounts } from './guarded-counts';
import { increments, summed } from './increments';
import { reportOf } from './judge';

/**
 * Takes in buckets of counts: all of late, as often as one likes, in any order. Only their growth counts, so the same bucket twice
 * changes nothing. Hand in the buckets of this run alone; what is of an earlier run has other ids and another run number.
 */
export function watch(
  state: RolloutState,
  earlier: Evidence | undefined,
  buckets: readonly CountBucket[],
  nowMs: number,
): Evidence {
  const evidence = evidenceFor(state, earlier);
  const { grown, ledger } = increments(evidence.ledger, buckets, nowMs);
  return grown.reduce((known, bucket) => takeIn(known, state.plan.guards, bucket), { ...evidence, ledger });
}

function takeIn(evidence: Evidence, guards: readonly Guard[], bucket: CountBucket): Evidence {
  const total = summed(evidence.total, bucket);
  const entered = summed(evidence.entered, bucket);
  const watched = evidence.guards.map((known, at) => {
    const guard = guards[at];
    return guard ? withAlarm(guard, watchOne(guard, known, bucket, evidence.total), total) : known;
  });
  return { ...evidence, total, entered, guards: watched };
}

function watchOne(guard: Guard, known: GuardEvidence, bucket: CountBucket, before: CountBucket): GuardEvidence {
  const counts = guardedCounts(guard, bucket, before);
  const rule = ruleOf(guard);
  return known.kind === 'limit'
    ? { ...known, test: watchLimit(known.test, counts, rule) }
    : { ...known, test: watchComparison(known.test, counts, rule, bucket.startMs) };
}

function withAlarm(guard: Guard, known: GuardEvidence, total: CountBucket): GuardEvidence {
  if (known.alarm || guard.onFail !== 'switch_back') return known;
  const report = reportOf(guard, known, total.candidate.calls);
  return report.verdict === 'fail' ? { ...known, alarm: report } : known;
}
