import { z } from 'zod';
import { succeeded, type Finding, type Subject } from './check';
import { checkBase } from './check-base';

/** A slot of the draft must say what a skill has answered in this turn. */
export const factFromSkillCheck = z.strictObject({
  ...checkBase,
  kind: z.literal('fact_from_skill'),
  slot: z.string(),
  skill: z.string(),
  path: z.string(),
});

export function factFromSkill({
  slot,
  skill,
  path,
  code,
  evidence,
}: z.output<typeof factFromSkillCheck>): (subject: Subject) => readonly Finding[] {
  return (subject) => {
    const said = subject.draft.slots[slot];
    const truth = valueAt(succeeded(subject, skill)?.result, path.split('.'));
    if (said === undefined || truth === undefined || said === truth) return [];
    return [{ blocks: false, correction: { code, field: `slots.${slot}`, suggestion: truth, evidence } }];
  };
}

function valueAt(value: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    value,
  );
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
