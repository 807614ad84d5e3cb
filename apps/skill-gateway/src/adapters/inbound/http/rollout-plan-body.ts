import type { Audience, Guard, Stage } from '@plinth/rollout';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const scalar = z.union([z.string().max(200), z.number(), z.boolean()]);

const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('segment'), segments: z.array(z.string().min(1).max(200)).min(1).max(100) }),
  z.strictObject({
    kind: z.literal('attributes'),
    match: z.record(z.string().min(1).max(200), z.union([scalar, z.array(scalar).min(1).max(100)])),
  }),
  z.strictObject({ kind: z.literal('list'), ids: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
]) satisfies z.ZodType<Audience>;

const stage = z
  .strictObject({
    name,
    mode: z.enum(['live', 'shadow']).default('live'),
    audience: audience.default({ kind: 'all' }),
    weight: share.default(1),
    cap: share.default(1),
    trace: z.enum(['full', 'sampled']).default('sampled'),
    min_ms: z.int().min(0).default(0),
    min_samples: z.int().min(0).default(0),
    promotion: z.enum(['manual', 'automatic']).default('manual'),
  })
  .transform(({ min_ms: minMs, min_samples: minSamples, ...rest }): Stage => ({ ...rest, minMs, minSamples }));

const rule = {
  min_samples: z.int().min(1).max(1_000_000).default(10),
  alpha: z.number().gt(0).max(0.5).default(0.005),
  on_fail: z.enum(['switch_back', 'hold']).default('switch_back'),
  required: z.boolean().default(true),
};
const quantile = z.number().min(0.5).max(0.999).default(0.95);

const guardOfAKind = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error_limit'), limit: share, ...rule }),
  z.strictObject({ kind: z.literal('error_comparison'), tolerance: share, ...rule }),
  z.strictObject({ kind: z.literal('latency_limit'), quantile, limit_ms: z.number().positive(), ...rule }),
  z.strictObject({ kind: z.literal('latency_comparison'), quantile, tolerance: share, ...rule }),
  z.strictObject({ kind: z.literal('disagreement'), tolerance: share, ...rule }),
]);

const guard = guardOfAKind.transform(({ min_samples: minSamples, on_fail: onFail, ...given }): Guard => {
  if (given.kind !== 'latency_limit') return { ...given, minSamples, onFail };
  const { limit_ms: limitMs, ...rest } = given;
  return { ...rest, limitMs, minSamples, onFail };
});

const distinct = (all: readonly string[]): boolean => new Set(all).size === all.length;

export const planBody = z.strictObject({
  stages: z
    .array(stage)
    .min(1)
    .max(20)
    .refine((all) => distinct(all.map((each) => each.name)), 'names a stage twice')
    .optional(),
  guards: z
    .array(guard)
    .max(guardOfAKind.options.length)
    .refine((all) => distinct(all.map((each) => each.kind)), 'has a kind of guard twice')
    .optional(),
});

export function stageJson({ minMs, minSamples, ...stage }: Stage) {
  return { ...stage, min_ms: minMs, min_samples: minSamples };
}

/** As `planBody` reads it: a kind of guard that it does not know does not compile. */
export function guardJson({ minSamples, onFail, ...guard }: Guard): z.input<typeof guardOfAKind> {
  const acting = { min_samples: minSamples, on_fail: onFail };
  if (guard.kind !== 'latency_limit') return { ...guard, ...acting };
  const { limitMs, ...rest } = guard;
  return { ...rest, limit_ms: limitMs, ...acting };
}
