import type { Answers, Course } from '../school/course';
import { estimateAbility } from './estimate-ability';
import { MASTERED, traceKnowledge } from './trace-knowledge';

const COURSE = { learns: 0.12, slips: 0.08, guesses: 0.2 };

/**
 * How well each concept is known; what was never asked is as likely as before the course. Whoever knows a concept knows what it requires
 * (knowledge spaces, Doignon & Falmagne 1985), unless an answer to that was wrong.
 */
export function masteryOf({ concepts, inOrder, items }: Course, answers: Answers): ReadonlyMap<string, number> {
  const mastery = new Map<string, number>();
  for (const id of inOrder.toReversed()) {
    const own = answers.filter((one) => items.get(one.item)?.concept === id).map(({ correct }) => correct);
    const traced = traceKnowledge({ ...COURSE, known: concepts.get(id)?.known_before ?? 0 }, own);
    const above = inOrder.filter((other) => concepts.get(other)?.requires.includes(id));
    const known = own.includes(false) ? [] : above.map((other) => mastery.get(other) ?? 0);
    mastery.set(id, Math.max(traced, ...known));
  }
  return mastery;
}

export function abilityOf({ items }: Course, answers: Answers): number {
  return estimateAbility(
    answers.flatMap(({ item: id, correct }) => {
      const item = items.get(id);
      return item ? [{ ...item, correct }] : [];
    }),
  );
}

/** What the target rests on, itself last, that is not mastered; in the order in which it can be learned. */
export function gapsBefore(course: Course, target: string, mastery: ReadonlyMap<string, number>): string[] {
  const needed = new Set<string>();
  const collect = (id: string): void => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const below of course.concepts.get(id)?.requires ?? []) collect(below);
  };
  collect(target);
  return course.inOrder.filter((id) => needed.has(id) && (mastery.get(id) ?? 0) < MASTERED);
}
