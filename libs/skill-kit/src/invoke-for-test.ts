import type { Skill, SkillContext } from './skill';

/** The context may be overridden field by field. */
export interface TestCall extends Partial<SkillContext> {
  /** Has the skill tell what it would do. */
  readonly dryRun?: boolean;
}

/**
 * Runs a skill through both of its schemas, without a server. Rejects as the skill does: ContractBreach, SkillError; with an Error
 * when a dry run is asked of a skill that offers none.
 */
export async function invokeForTest(
  skill: Skill,
  args: unknown,
  { dryRun = false, ...context }: TestCall = {},
): Promise<Record<string, unknown>> {
  const work = dryRun ? skill.dryRun : skill.run;
  if (!work) throw new Error(`${skill.manifest.name} offers no dry run`);
  return work(args, {
    tenant: 'default',
    userId: 'test-user',
    sessionId: 'test-session',
    turnId: 'test-turn',
    locale: 'en',
    attributes: {},
    idempotencyKey: dryRun ? '' : 'test-key',
    signal: new AbortController().signal,
    ...context,
  });
}
