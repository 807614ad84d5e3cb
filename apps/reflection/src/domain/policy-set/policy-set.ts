import { contentHash } from '@plinth/kernel';
import { compileCheck } from '../checks/compile-check';
import type { Check } from '../checks/check';
import { judge } from '../verdict/judge';
import type { PolicyExample, PolicyFile } from '../policy/policy';

/** Hexadecimal digits of a version: enough to tell sets of policies apart. */
const VERSION_LENGTH = 16;

/** All policies that hold together, under one version (T4). */
export interface PolicySet {
  /** Hash of the content of all its files. */
  readonly version: string;
  readonly policies: readonly PolicyFile[];
  readonly checks: readonly Check[];
}

export interface PolicyFault {
  readonly policy: string;
  /** Path inside the file, or the name of the example. */
  readonly at: string;
  readonly rule: string;
}

/** Compiles a set, runs every example, and returns the faults instead if there is one: a set holds as a whole or not at all. */
export function buildPolicySet(
  policies: readonly PolicyFile[],
): PolicySet | { readonly faults: readonly PolicyFault[] } {
  const repeated = repeatedCodes(policies);
  if (repeated.length > 0) return { faults: repeated };
  const faults: PolicyFault[] = [];
  const checks: Check[] = [];
  for (const policy of policies) {
    const compiled = compilePolicy(policy, faults);
    checks.push(...compiled);
  }
  if (faults.length === 0) for (const policy of policies) faults.push(...failedExamples(policy, checks));
  if (faults.length > 0) return { faults };
  return { version: contentHash(policies).slice(0, VERSION_LENGTH), policies, checks };
}

function compilePolicy(policy: PolicyFile, faults: PolicyFault[]): Check[] {
  return policy.checks.flatMap((definition, index) => {
    try {
      return [compileCheck(definition, policy.tenants)];
    } catch (error) {
      faults.push({
        policy: policy.name,
        at: `checks.${index}`,
        rule: error instanceof Error ? error.message : 'invalid',
      });
      return [];
    }
  });
}

function repeatedCodes(policies: readonly PolicyFile[]): PolicyFault[] {
  const seen = new Set<string>();
  const faults: PolicyFault[] = [];
  for (const policy of policies) {
    for (const [index, { id, code }] of policy.checks.entries()) {
      for (const name of new Set([`id ${id}`, `code ${code}`])) {
        if (seen.has(name)) faults.push({ policy: policy.name, at: `checks.${index}`, rule: `${name} stands twice` });
        seen.add(name);
      }
    }
  }
  return faults;
}

function failedExamples(policy: PolicyFile, checks: readonly Check[]): PolicyFault[] {
  const own = new Set(policy.checks.map(({ id }) => id));
  const relevant = checks.filter(({ id }) => own.has(id));
  return policy.examples.flatMap((example) => {
    const { outcome, corrections } = judge({
      checks: relevant,
      subject: subjectOf(example),
      tenant: policy.tenants?.[0] ?? '',
      stop: () => false,
      now: () => 0,
    });
    const found = corrections.map(({ code }) => code).sort();
    if (outcome === example.expect && JSON.stringify(found) === JSON.stringify([...example.codes].sort())) return [];
    return [
      {
        policy: policy.name,
        at: `examples: ${example.name}`,
        rule: `expected ${example.expect} [${example.codes.join()}], found ${outcome} [${found.join()}]`,
      },
    ];
  });
}

function subjectOf(example: PolicyExample) {
  return {
    draft: { text: example.text, slots: example.slots },
    locale: example.locale,
    facts: example.facts,
    ...(example.flow === undefined ? {} : { flow: { name: example.flow, hash: '', state: '' } }),
    skill_results: example.skill_results.map(({ skill, result }) => ({
      command_id: '',
      skill,
      version: '1.0.0',
      status: 'succeeded' as const,
      effect: 'read' as const,
      result,
    })),
  };
}
