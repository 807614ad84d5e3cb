import { z } from 'zod';
import { lowerSnakeName, semanticVersion } from './name-patterns';

/** What a call may change: nothing, something that can be undone, or something that cannot. */
export const effectClass = z.enum(['read', 'write', 'irreversible']);
export type EffectClass = z.output<typeof effectClass>;

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
});
export type SkillManifest = z.output<typeof skillManifest>;
