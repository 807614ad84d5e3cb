import type { Guard, GuardReason, GuardReport, Verdict } from '../plan/guard';
import type { RolloutState } from '../state/rollout-state';
import type { Findings } from '../state/decide';
import { judgeComparison } from '../guards/comparison-test';
import { judgeLimit } from '../guards/limit-test';
import { ruleOf, type Judged } from '../guards/rule';
import { evidenceFor, type Evidence, type GuardEvidence } from './evidence';

/** The verdicts on a run, and how many judged calls its candidate had in this stage. */
export function judge(state: RolloutState, known: Evidence | undefined): Findings {
  const evidence = evidenceFor(state, known);
  const calls = evidence.total.candidate.calls;
  const guards = state.plan.guards.flatMap((guard, at) => {
    const own = evidence.guards[at];
    return own ? [own.alarm ?? reportOf(guard, own, calls)] : [];
  });
  return { guards, samples: evidence.entered.candidate.calls };
}

/** A guard's verdict by its test; inconclusive while the candidate had fewer calls than the guard wants. */
export function reportOf(guard: Guard, known: GuardEvidence, calls: number): GuardReport {
  const rule = ruleOf(guard);
  const judged = known.kind === 'limit' ? judgeLimit(known.test, rule) : judgeComparison(known.test, rule);
  const enough = calls >= guard.minSamples;
  const verdict: Verdict = enough ? judged.verdict : 'inconclusive';
  const { candidate, baseline } = judged.seen;
  const reason = enough ? reasonOf(judged, known.kind) : calls > 0 ? 'too_few_samples' : 'no_traffic';
  return { guard: guard.kind, verdict, reason, candidate, baseline, bound: rule.bound };
}

function reasonOf({ verdict, seen }: Judged, kind: GuardEvidence['kind']): GuardReason {
  if (verdict === 'fail') return 'beyond_bound';
  if (verdict === 'pass') return 'within_bound';
  if (seen.candidate.of === 0) return 'no_traffic';
  return kind === 'comparison' && seen.baseline.of === 0 ? 'no_baseline_traffic' : 'undecided';
}
