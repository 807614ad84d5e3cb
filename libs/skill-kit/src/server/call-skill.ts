import { z } from 'zod';
import { ContractBreach, type Skill, type SkillContext } from '../define-skill';
import type { EffectMemory } from '../effect-memory';
import { SkillError } from '../skill-error';

export const skillRequest = z.object({
  arguments: z.record(z.string(), z.unknown()),
  context: z.object({
    tenant: z.string(),
    user_id: z.string(),
    session_id: z.string().default(''),
    turn_id: z.string().default(''),
    locale: z.string().default('en'),
    attributes: z.record(z.string(), z.unknown()).default({}),
  }),
});
export type SkillRequest = z.output<typeof skillRequest>;

export interface SkillAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Runs one call: the result with its receipt, or the error of the contract with the HTTP status of its kind. */
export async function callSkill(
  skill: Skill,
  request: SkillRequest,
  idempotencyKey: string | undefined,
  effects: EffectMemory,
  signal: AbortSignal,
): Promise<SkillAnswer> {
  const effectful = skill.manifest.effect !== 'read';
  if (effectful && !idempotencyKey)
    return failure(400, 'idempotency_key_required', 'An effect needs an Idempotency-Key header.', false);
  const context = contextOf(request, idempotencyKey ?? '', signal);
  const act = (): Promise<Record<string, unknown>> => skill.run(request.arguments, context);
  try {
    const key = JSON.stringify([context.tenant, skill.manifest.name, idempotencyKey]);
    const result = effectful ? await effects.once(key, act) : await act();
    return { status: 200, body: { result, ...receiptOf(skill, result) } };
  } catch (error) {
    return answerOf(skill, error);
  }
}

function contextOf({ context }: SkillRequest, idempotencyKey: string, signal: AbortSignal): SkillContext {
  return {
    tenant: context.tenant,
    userId: context.user_id,
    sessionId: context.session_id,
    turnId: context.turn_id,
    locale: context.locale,
    attributes: context.attributes,
    idempotencyKey,
    signal,
  };
}

function receiptOf(skill: Skill, result: Record<string, unknown>): { receipt?: Record<string, unknown> } {
  const fields = skill.manifest.receipt?.fields;
  return fields ? { receipt: Object.fromEntries(fields.map((field) => [field, result[field]])) } : {};
}

function answerOf(skill: Skill, error: unknown): SkillAnswer {
  if (error instanceof ContractBreach) {
    const status = error.code === 'invalid_arguments' ? 422 : 500;
    return {
      status,
      body: {
        error: { code: error.code, message: error.message, retryable: false, field: error.field, rule: error.rule },
      },
    };
  }
  if (error instanceof SkillError) {
    const declared = skill.manifest.errors.find((candidate) => candidate.code === error.code);
    if (declared) return failure(declared.retryable ? 503 : 409, error.code, error.message, declared.retryable);
  }
  throw error;
}

export function failure(status: number, code: string, message: string, retryable: boolean): SkillAnswer {
  return { status, body: { error: { code, message, retryable } } };
}
