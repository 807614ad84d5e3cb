import { isDeepStrictEqual } from 'node:util';
import { ContractBreach } from './contract-breach';
import { invokeForTest, type TestCall } from './invoke-for-test';
import type { Skill } from './skill';
import { SkillError } from './skill-error';

/** One call of a skill, and what has to come of it. */
export interface SkillExample {
  readonly arguments: unknown;
  readonly context?: TestCall;
  /** Fields that the result has to have, with these values; without `error` the call has to succeed. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** The code that the call has to fail with. */
  readonly error?: string;
}

/**
 * A skill's contract against its own code: every example comes out as it says and every declared error is shown by one; a field
 * that the contract does not know is refused; what acts gives its receipt, and the same one for the same key; a dry run answers
 * by the same schema. Rejects with one Error that lists all that is wrong.
 */
export async function assertSkill(skill: Skill, examples: readonly SkillExample[]): Promise<void> {
  const faults = [
    ...(examples.length === 0 ? ['there is no example'] : []),
    ...undemonstratedErrors(skill, examples),
    ...(await Promise.all(examples.map((example, index) => faultsOf(skill, example, index)))).flat(),
  ];
  if (faults.length === 0) return;
  const { name, version } = skill.manifest;
  throw new Error([`${name} ${version} breaks its contract:`, ...faults.map((fault) => `- ${fault}`)].join('\n'));
}

function undemonstratedErrors({ manifest }: Skill, examples: readonly SkillExample[]): string[] {
  const shown = new Set(examples.map(({ error }) => error));
  return manifest.errors.filter(({ code }) => !shown.has(code)).map(({ code }) => `no example fails with ${code}`);
}

async function faultsOf(skill: Skill, example: SkillExample, index: number): Promise<string[]> {
  const where = `example ${index + 1}`;
  const context = { idempotencyKey: `example-${index + 1}`, ...example.context };
  const first = await outcomeOf(skill, example.arguments, context);
  if (example.error !== undefined)
    return first.code === example.error ? [] : [`${where} ended with ${told(first)}, not ${example.error}`];
  if (!first.result) return [`${where} ended with ${told(first)}`];
  const { result } = first;
  return [
    ...Object.entries(example.result ?? {})
      .filter(([field, value]) => !isDeepStrictEqual(result[field], value))
      .map(([field, value]) => `${where}: ${field} is ${JSON.stringify(result[field])}, not ${JSON.stringify(value)}`),
    ...(await faultsOfUnknownField(skill, example, context, where)),
    ...(await faultsOfReceipt(skill, example, context, result, where)),
    ...(await faultsOfDryRun(skill, example, context, where)),
  ];
}

async function faultsOfUnknownField(
  skill: Skill,
  example: SkillExample,
  context: TestCall,
  where: string,
): Promise<string[]> {
  const args = { ...(example.arguments as object), a_field_that_no_contract_has: 1 };
  const { code } = await outcomeOf(skill, args, context);
  return code === 'invalid_arguments' ? [] : [`${where}: an unknown field was taken`];
}

async function faultsOfReceipt(
  skill: Skill,
  example: SkillExample,
  context: TestCall,
  result: Readonly<Record<string, unknown>>,
  where: string,
): Promise<string[]> {
  const fields = skill.manifest.receipt?.fields ?? [];
  if (context.dryRun || fields.length === 0) return [];
  const again = await outcomeOf(skill, example.arguments, context);
  return fields.flatMap((field) => {
    const value = result[field];
    if (value === undefined || value === null || value === '') return [`${where}: the receipt ${field} is missing`];
    return isDeepStrictEqual(again.result?.[field], value) ? [] : [`${where}: a repeated key gave another ${field}`];
  });
}

async function faultsOfDryRun(
  skill: Skill,
  example: SkillExample,
  context: TestCall,
  where: string,
): Promise<string[]> {
  if (skill.manifest.shadow !== 'dry_run') return [];
  const dry = await outcomeOf(skill, example.arguments, { ...context, dryRun: true });
  const isBreach = dry.code === 'invalid_output' || dry.code === 'invalid_arguments';
  return isBreach ? [`${where}: the dry run ended with ${told(dry)}`] : [];
}

interface Outcome {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

async function outcomeOf(skill: Skill, args: unknown, context: TestCall): Promise<Outcome> {
  try {
    return { result: await invokeForTest(skill, args, context) };
  } catch (error) {
    if (error instanceof ContractBreach) return { code: error.code };
    if (!(error instanceof SkillError)) throw error;
    const isDeclared = skill.manifest.errors.some(({ code }) => code === error.code);
    return { code: isDeclared ? error.code : `an undeclared ${error.code}` };
  }
}

const told = ({ code }: Outcome): string => code ?? 'a result';
