import type { CheckDefinition, PolicyFile } from '../policy/policy';
import { holds, type Check, type Finding, type Subject } from './check';
import { claimedEffect } from './claimed-effect';
import { factFromSkill } from './fact-from-skill';
import { forbiddenWording } from './forbidden-wording';
import { requiredPromise } from './required-promise';

type Find = (subject: Subject) => readonly Finding[];

export function compileCheck(definition: CheckDefinition, policy: Pick<PolicyFile, 'tenants'>): Check {
  const find = compile(definition);
  return {
    id: definition.id,
    code: definition.code,
    tenants: policy.tenants && new Set(policy.tenants),
    find: (subject) => (holds(definition.when, subject) ? find(subject) : []),
  };
}

/** A new kind of check is a schema in policy.ts, a file beside this one, and a case here, which the compiler asks for. */
function compile(definition: CheckDefinition): Find {
  switch (definition.kind) {
    case 'forbidden_wording':
      return forbiddenWording(definition);
    case 'required_promise':
      return requiredPromise(definition);
    case 'fact_from_skill':
      return factFromSkill(definition);
    case 'claimed_effect':
      return claimedEffect(definition);
  }
}
