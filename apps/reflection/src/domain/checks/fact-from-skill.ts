import type { CheckOf } from '../policy/policy';
import { succeeded, type Finding, type Subject } from './check';

export function factFromSkill({
  slot,
  skill,
  path,
  code,
  evidence,
}: CheckOf<'fact_from_skill'>): (subject: Subject) => readonly Finding[] {
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
