import { z } from 'zod';
import { inLocaleOf, type Finding, type Subject } from './check';
import { checkBase, localised } from './check-base';

/** A sentence that must stand in the reply; it is appended where none of `any_of` does. */
export const requiredPromiseCheck = z.strictObject({
  ...checkBase,
  kind: z.literal('required_promise'),
  any_of: z.array(z.string().min(1)).min(1),
  suggestion: localised,
});

export function requiredPromise({
  any_of: anyOf,
  suggestion,
  code,
  evidence,
}: z.output<typeof requiredPromiseCheck>): (subject: Subject) => readonly Finding[] {
  return (subject) => {
    if (anyOf.some((promise) => subject.draft.text.includes(promise))) return [];
    return [
      { blocks: false, correction: { code, field: 'text', suggestion: inLocaleOf(subject, suggestion), evidence } },
    ];
  };
}
