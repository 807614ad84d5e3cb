import { LATENCY_BOUNDS_MS } from '../evidence/counts';
import type { Guard } from './guard';
import type { RolloutPlan, Stage } from './rollout-plan';

const SLOWEST_BOUND_MS = LATENCY_BOUNDS_MS.at(-1) ?? 0;
const byPerson = { minMs: 0, minSamples: 0, promotion: 'manual' } as const;

/** Test accounts first, then important users in the shadow of the baseline, then everybody; each step by a person. */
export const DEFAULT_STAGES: readonly Stage[] = [
  {
    ...byPerson,
    name: 'internal',
    mode: 'live',
    audience: { kind: 'segment', segments: ['internal_test'] },
    weight: 1,
    cap: 0.01,
    trace: 'full',
  },
  {
    ...byPerson,
    name: 'vip',
    mode: 'shadow',
    audience: { kind: 'segment', segments: ['vip'] },
    weight: 1,
    cap: 0.1,
    trace: 'sampled',
  },
  { ...byPerson, name: 'everybody', mode: 'live', audience: { kind: 'all' }, weight: 1, cap: 1, trace: 'sampled' },
];

const watching = { minSamples: 10, onFail: 'switch_back', required: true } as const;

/**
 * The guards of every plan that names none. Alphas sum up to 0.01: a sound candidate is taken back falsely in less than one
 * rollout of a hundred. Latency holds only, since what a skill promised may never have been true of its baseline either; a
 * promise slower than the last bound of the histogram cannot be watched.
 */
export function defaultGuards(latencyP95Ms: number | undefined): readonly Guard[] {
  const latency: Guard[] =
    latencyP95Ms === undefined || latencyP95Ms > SLOWEST_BOUND_MS
      ? []
      : [
          {
            ...watching,
            kind: 'latency_limit',
            quantile: 0.95,
            limitMs: latencyP95Ms,
            alpha: 0.01,
            onFail: 'hold',
            required: false,
          },
        ];
  return [
    { ...watching, kind: 'error_limit', limit: 0.05, alpha: 0.009 },
    { ...watching, kind: 'error_comparison', tolerance: 0.02, alpha: 0.001, required: false },
    ...latency,
  ];
}

export function defaultPlan(latencyP95Ms?: number): RolloutPlan {
  return { stages: DEFAULT_STAGES, guards: defaultGuards(latencyP95Ms) };
}
