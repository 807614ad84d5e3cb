import type { Skill, SkillContext } from './define-skill';

/** Runs a skill through both of its schemas, without a server; the context may be overridden field by field. */
export function invokeForTest(
  skill: Skill,
  args: unknown,
  context: Partial<SkillContext> = {},
): Promise<Record<string, unknown>> {
  return skill.run(args, {
    tenant: 'default',
    userId: 'test-user',
    sessionId: 'test-session',
    turnId: 'test-turn',
    locale: 'en',
    attributes: {},
    idempotencyKey: 'test-key',
    signal: new AbortController().signal,
    ...context,
  });
}
