import type { CheckOf } from '../policy/policy';
import { inLocaleOf, type Finding, type Subject } from './check';

export function requiredPromise({
  any_of: anyOf,
  suggestion,
  code,
  evidence,
}: CheckOf<'required_promise'>): (subject: Subject) => readonly Finding[] {
  return (subject) => {
    if (anyOf.some((promise) => subject.draft.text.includes(promise))) return [];
    return [
      { blocks: false, correction: { code, field: 'text', suggestion: inLocaleOf(subject, suggestion), evidence } },
    ];
  };
}
