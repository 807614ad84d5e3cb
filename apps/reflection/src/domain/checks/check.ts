import { languageOf, type Correction, type DataOf, type reflectionCheck } from '@plinth/contracts';
import type { Condition, Localised } from './check-base';

/** What a check looks at. */
export type Subject = Pick<DataOf<typeof reflectionCheck>, 'draft' | 'flow' | 'skill_results' | 'facts' | 'locale'>;

export interface Finding {
  readonly correction: Correction;
  /** The draft must not leave at all; the suggestion replaces it. */
  readonly blocks: boolean;
}

/** One compiled check: pure, and linear in the length of the draft. */
export interface Check {
  readonly id: string;
  readonly code: string;
  readonly tenants: ReadonlySet<string> | undefined;
  find(subject: Subject): readonly Finding[];
}

export function holds(condition: Condition | undefined, subject: Subject): boolean {
  if (condition === undefined) return true;
  const { flow, skill_succeeded: skill, fact } = condition;
  if (flow !== undefined && subject.flow?.name !== flow) return false;
  if (skill !== undefined && !succeeded(subject, skill)) return false;
  return fact === undefined || (subject.facts[fact.key] ?? '').includes(fact.contains);
}

/** The last successful result of a skill in this turn. */
export function succeeded(subject: Subject, skill: string) {
  return subject.skill_results.findLast((result) => result.skill === skill && result.status === 'succeeded');
}

export function inLocaleOf(subject: Subject, text: Localised): string {
  return text[languageOf(subject.locale)];
}
