import { ContractBreach } from '../contract-breach';
import type { EffectMemory } from '../effect-memory';
import type { Skill, SkillContext } from '../skill';
import { SkillError } from '../skill-error';
import { refused, type SkillAnswer } from './skill-answer';
import type { SkillRequest } from './skill-request';

/**
 * Runs one call. A dry run acts not and leaves no record. Of what acts, only the time limit stops it: once its caller has gone
 * the effect is finished and recorded all the same, so that its key can be looked up.
 * Rejects with what the skill throws outside of its contract.
 */
export async function callSkill(
  skill: Skill,
  request: SkillRequest,
  effects: EffectMemory,
  gone: AbortSignal,
): Promise<SkillAnswer> {
  const { manifest } = skill;
  const acts = manifest.effect !== 'read' && !request.dryRun;
  if (acts && request.idempotencyKey === '')
    return refused('invalid', 'idempotency_key_required', 'An effect needs an idempotency key.');
  const work = request.dryRun ? skill.dryRun : skill.run;
  if (!work)
    return refused('invalid', 'dry_run_not_offered', 'This skill cannot tell what it would do; nothing was done.');
  const timeUp = AbortSignal.timeout(manifest.timeout_ms);
  const signal = acts ? timeUp : AbortSignal.any([timeUp, gone]);
  const context: SkillContext = { ...request.context, idempotencyKey: acts ? request.idempotencyKey : '', signal };
  const act = (): Promise<Record<string, unknown>> => work(request.arguments, context);
  try {
    const key = effectKey(request.context.tenant, manifest.name, request.idempotencyKey);
    const result = await (acts ? effects.once(key, act) : act());
    return { kind: 'answered', result, receipt: acts ? receiptOf(skill, result) : undefined };
  } catch (error) {
    return answerOf(skill, error, signal);
  }
}

/** Keys of one tenant, or of one skill, say nothing of another's; versions of a skill share them. */
export function effectKey(tenant: string, skill: string, idempotencyKey: string): string {
  return JSON.stringify([tenant, skill, idempotencyKey]);
}

export function receiptOf({ manifest }: Skill, result: Record<string, unknown>): Record<string, unknown> | undefined {
  return manifest.receipt && Object.fromEntries(manifest.receipt.fields.map((field) => [field, result[field]]));
}

function answerOf({ manifest }: Skill, error: unknown, signal: AbortSignal): SkillAnswer {
  if (error instanceof ContractBreach) {
    const { code, message, field, rule } = error;
    return { kind: 'failed', error: { code, message, retryable: false, field, rule } };
  }
  if (error instanceof SkillError) {
    const declared = manifest.errors.find((candidate) => candidate.code === error.code);
    if (declared)
      return { kind: 'failed', error: { code: error.code, message: error.message, retryable: declared.retryable } };
  }
  if (signal.aborted && manifest.effect === 'read')
    return { kind: 'stopped', error: { code: 'stopped', message: 'Nobody waits for the answer.', retryable: true } };
  throw error;
}
