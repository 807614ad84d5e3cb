import { z } from 'zod';
import { SKILL_METRICS, skillManifest, type EffectClass, type SkillManifest } from '@plinth/contracts';

/** Who calls, and for which turn; ids only. */
export interface SkillContext {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly locale: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The key of the effect: the same key must act once. */
  readonly idempotencyKey: string;
  /** Aborted when the caller has gone or the time is up. */
  readonly signal: AbortSignal;
}

export interface SkillOptions<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly trigger: string;
  readonly effect: EffectClass;
  readonly confirmationRequired?: boolean;
  readonly input: Input;
  readonly output: Output;
  readonly errors?: readonly { readonly code: string; readonly retryable: boolean; readonly description: string }[];
  readonly p95Ms: number;
  readonly timeoutMs?: number;
  /** Fields of the output that prove the effect. */
  readonly receipt?: readonly (keyof z.output<Output> & string)[];
  run(args: z.output<Input>, context: SkillContext): Promise<z.input<Output>> | z.input<Output>;
}

/** A skill: its contract, and its code behind the checks of both schemas. */
export interface Skill {
  readonly manifest: SkillManifest;
  /** Throws SkillError `invalid_arguments` or a declared code; throws `invalid_output` when the code breaks its own schema. */
  run(args: unknown, context: SkillContext): Promise<Record<string, unknown>>;
}

/** Contract and code in one place; both schemas of the contract are made from `input` and `output`. */
export function defineSkill<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: SkillOptions<Input, Output>,
): Skill {
  const manifest = skillManifest.parse({
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
    metrics: SKILL_METRICS,
    ...(options.receipt ? { receipt: { fields: options.receipt } } : {}),
  });
  const strictInput = options.input.strict();
  return {
    manifest,
    async run(args, context) {
      const input = check(strictInput, args, 'invalid_arguments') as z.output<Input>;
      const output = await options.run(input, context);
      return check(options.output, output, 'invalid_output') as Record<string, unknown>;
    },
  };
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

/** Arguments or a result that break the skill's own schema. */
export class ContractBreach extends Error {
  constructor(
    readonly code: 'invalid_arguments' | 'invalid_output',
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${code}: ${rule} at ${field || 'the root'}`);
    this.name = 'ContractBreach';
  }
}
