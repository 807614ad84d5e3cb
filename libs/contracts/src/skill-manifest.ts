import { z } from 'zod';
import { lowerSnakeName, semanticVersion } from './name-patterns';

/** What a call may change: nothing, something that can be undone, or something that cannot. */
export const effectClass = z.enum(['read', 'write', 'irreversible']);
export type EffectClass = z.output<typeof effectClass>;

/** What a comparison run may do with it (S8): call it as it is, call it with `dry_run`, or leave it alone. */
export const shadowMode = z.enum(['safe', 'dry_run', 'never']);
export type ShadowMode = z.output<typeof shadowMode>;

/** What every version of every skill is measured by (S2, S5). */
export const SKILL_METRICS = ['skill_calls_total', 'skill_latency_seconds'] as const;

/** Names of fields from the root of a value to a place in it, with dots; `*` stands for every element of a list. */
const fieldPath = z.string().min(1).max(200);

const jsonSchema = z.record(z.string(), z.unknown()).describe('JSON Schema, draft-07 or 2020-12');

/** The contract of one version of one skill (S1), as a provider publishes it and the gateway registers it. */
export const skillManifest = z.strictObject({
  name: lowerSnakeName,
  version: semanticVersion,
  description: z.string().min(10).max(1_000),
  trigger: z.string().min(3).max(500).describe('When a planner should choose it'),
  effect: effectClass,
  confirmation_required: z.boolean(),
  idempotency: z
    .enum(['key', 'none'])
    .describe('key: a repeated Idempotency-Key acts once; none: the provider ignores keys'),
  input_schema: jsonSchema,
  output_schema: jsonSchema,
  errors: z.array(
    z.strictObject({
      code: lowerSnakeName,
      retryable: z.boolean(),
      description: z.string().min(1),
    }),
  ),
  sla: z.strictObject({ p95_ms: z.number().positive() }),
  timeout_ms: z.int().min(1).max(600_000),
  receipt: z
    .strictObject({ fields: z.array(z.string()).min(1) })
    .optional()
    .describe('Fields without which an effect has not happened (S16)'),
  shadow: shadowMode
    .default('never')
    .describe('What a comparison run may do; `safe` only for what reads, `dry_run` gets `dry_run: true` and acts not'),
  key_fields: z
    .array(fieldPath)
    .max(20)
    .default([])
    .describe('Fields of the result that a summary shows first, in this order (S12, S16)'),
  compare: z
    .strictObject({
      ignore: z.array(fieldPath).default([]).describe('Fields that may differ'),
      tolerance: z.record(fieldPath, z.number().min(0)).default({}).describe('Relative difference that counts as none'),
      text: z.record(fieldPath, z.number().min(0).max(1)).default({}).describe('Similarity that counts as the same'),
    })
    .optional()
    .describe('How the results of two versions are compared (S8); exactly, where it says nothing'),
  limits: z
    .strictObject({
      max_concurrent: z.int().min(1).optional().describe('Calls under way at once'),
      per_second: z.number().positive().optional().describe('Calls begun in a second'),
    })
    .optional()
    .describe('What the provider bears (S6)'),
  metrics: z
    .array(z.string().min(1).max(200))
    .max(50)
    .default([])
    .describe('Names of the metrics that its provider registers (S2)'),
  examples: z
    .array(z.strictObject({ arguments: z.record(z.string(), z.unknown()), result: z.unknown().optional() }))
    .max(20)
    .optional()
    .describe('Calls with their results, for the catalogue'),
});
export type SkillManifest = z.output<typeof skillManifest>;
