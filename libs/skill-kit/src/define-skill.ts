import { SKILL_METRICS, skillManifest, type SkillManifest } from '@plinth/contracts';
import { z } from 'zod';
import { ContractBreach } from './contract-breach';
import type { Skill, SkillContext } from './skill';
import type { SkillOptions } from './skill-options';

/**
 * Contract and code in one place; both schemas of the contract are made from `input` and `output`. Throws when the contract, or
 * an example in it, breaks a rule: at start, and not at the first call.
 */
export function defineSkill<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: SkillOptions<Input, Output>,
): Skill {
  const strictInput = options.input.strict();
  const checked =
    (work: SkillOptions<Input, Output>['run']) =>
    async (args: unknown, context: SkillContext): Promise<Record<string, unknown>> => {
      const input = check(strictInput, args, 'invalid_arguments') as z.output<Input>;
      const output = await work.call(options, input, context);
      return check(options.output, output, 'invalid_output') as Record<string, unknown>;
    };
  for (const { arguments: args, result } of options.examples ?? []) {
    check(strictInput, args, 'invalid_arguments');
    if (result !== undefined) check(options.output, result, 'invalid_output');
  }
  const run = checked(options.run);
  const withoutEffect = options.effect === 'read' ? run : undefined;
  return {
    manifest: manifestOf(options),
    run,
    dryRun: options.shadow === 'dry_run' ? checked(options.dryRun) : withoutEffect,
  };
}

function manifestOf<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: SkillOptions<Input, Output>,
): SkillManifest {
  const { limits, receipt } = options;
  return skillManifest.parse({
    name: options.name,
    version: options.version,
    description: options.description,
    trigger: options.trigger,
    effect: options.effect,
    confirmation_required: options.confirmationRequired ?? false,
    idempotency: 'key',
    input_schema: schemaOf(options.input),
    output_schema: schemaOf(options.output),
    errors: options.errors ?? [],
    sla: { p95_ms: options.p95Ms },
    timeout_ms: options.timeoutMs ?? 5_000,
    ...(receipt && { receipt: { fields: receipt } }),
    shadow: options.shadow ?? 'never',
    key_fields: options.keyFields ?? [],
    ...comparisonOf(options),
    ...(limits && { limits: { max_concurrent: limits.maxConcurrent, per_second: limits.perSecond } }),
    metrics: SKILL_METRICS,
    ...(options.examples && { examples: options.examples }),
  });
}

function comparisonOf<Input extends z.ZodObject, Output extends z.ZodObject>({
  compare,
  receipt = [],
}: SkillOptions<Input, Output>): Pick<SkillManifest, 'compare'> {
  const ignore = [...new Set([...(compare?.ignore ?? []), ...receipt])];
  if (compare === undefined && ignore.length === 0) return {};
  const given = (numbers: object = {}): Record<string, number> => Object.fromEntries(Object.entries(numbers));
  return { compare: { ignore, tolerance: given(compare?.tolerance), text: given(compare?.text) } };
}

function schemaOf(schema: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
}

function check(schema: z.ZodObject, value: unknown, code: 'invalid_arguments' | 'invalid_output'): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ContractBreach(code, issue?.path.join('.') ?? '', issue?.code ?? 'invalid');
}
