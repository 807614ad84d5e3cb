import type { Guard, GuardReport } from '../plan/guard';
import type { RolloutState } from '../state/rollout-state';
import { enterStageOfComparison, openComparisonTest, type ComparisonTest } from '../guards/comparison-test';
import { enterStageOfLimit, openLimitTest, type LimitTest } from '../guards/limit-test';
import type { CountBucket } from './counts';
import { EMPTY_BUCKET, EMPTY_LEDGER, type Ledger } from './increments';

/** Goes up whenever the tests or what they keep change. */
const FORM = 1;

/**
 * Everything that is known of a run, as plain JSON of a few kilobytes: whoever holds it goes on where it was left. One writer at
 * a time; kept over stages, opened anew by each start.
 */
export interface Evidence {
  /** Of which shape the rest is; what was kept in another is opened anew and counted again. */
  readonly form: typeof FORM;
  readonly run: number;
  readonly stage: number;
  readonly ledger: Ledger;
  /** Counts since the stage was entered. */
  readonly entered: CountBucket;
  /** Counts of the whole run. */
  readonly total: CountBucket;
  /** In the order of the plan's guards. */
  readonly guards: readonly GuardEvidence[];
}

export type GuardEvidence = GuardTest & {
  /** The first failure of a guard that switches back, kept so that a lost decision is taken again. */
  readonly alarm: GuardReport | undefined;
};

export type GuardTest =
  { readonly kind: 'limit'; readonly test: LimitTest } | { readonly kind: 'comparison'; readonly test: ComparisonTest };

export function openEvidence({ run, stage, plan }: RolloutState): Evidence {
  return {
    ...{ form: FORM, run, stage, ledger: EMPTY_LEDGER, entered: EMPTY_BUCKET, total: EMPTY_BUCKET },
    guards: plan.guards.map((guard) => ({ ...testOf(guard), alarm: undefined })),
  };
}

/** The evidence as the state needs it: opened anew for a new run, its passes taken back in a new stage. */
export function evidenceFor(state: RolloutState, evidence: Evidence | undefined): Evidence {
  if (evidence?.form !== FORM || evidence.run !== state.run) return openEvidence(state);
  if (evidence.stage === state.stage) return evidence;
  const guards = evidence.guards.map((known, at) => enterStage(known, state.plan.guards[at]));
  return { ...evidence, stage: state.stage, entered: EMPTY_BUCKET, guards };
}

function testOf(guard: Guard): GuardTest {
  switch (guard.kind) {
    case 'error_limit':
      return { kind: 'limit', test: openLimitTest(true) };
    case 'latency_limit':
      return { kind: 'limit', test: openLimitTest(false) };
    case 'error_comparison':
    case 'latency_comparison':
    case 'disagreement':
      return { kind: 'comparison', test: openComparisonTest() };
  }
}

/** A guard that only holds begins anew: who promoted past it has seen it. One that switches back forgets its pass alone. */
function enterStage(known: GuardEvidence, guard: Guard | undefined): GuardEvidence {
  if (guard?.onFail === 'hold') return { ...testOf(guard), alarm: undefined };
  return known.kind === 'limit'
    ? { ...known, test: enterStageOfLimit(known.test) }
    : { ...known, test: enterStageOfComparison(known.test) };
}
