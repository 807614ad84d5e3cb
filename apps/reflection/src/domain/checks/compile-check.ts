import { holds, type Check, type Finding, type Subject } from './check';
import type { CheckDefinition } from './check-definition';
import { claimedEffect } from './claimed-effect';
import { factFromSkill } from './fact-from-skill';
import { forbiddenWording } from './forbidden-wording';
import { requiredPromise } from './required-promise';

type Find = (subject: Subject) => readonly Finding[];

/** A check for all tenants unless some are named. */
export function compileCheck(definition: CheckDefinition, tenants: readonly string[] | undefined): Check {
  const find = compile(definition);
  return {
    id: definition.id,
    code: definition.code,
    tenants: tenants && new Set(tenants),
    find: (subject) => (holds(definition.when, subject) ? find(subject) : []),
  };
}

/** A new kind of check is a file beside this one, a line in check-definition.ts, and a case here, which the compiler asks for. */
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
