import { z } from 'zod';

const inBothLanguages = z.object({ zh: z.string(), en: z.string() });

const concept = z.object({
  id: z.string(),
  name: inBothLanguages,
  requires: z.array(z.string()),
  /** That a learner knows it before the first answer. */
  known_before: z.number().gt(0).lt(1).default(0.3),
});
export type Concept = z.output<typeof concept>;

const item = z.object({
  id: z.string(),
  concept: z.string(),
  difficulty: z.number().min(-4).max(4),
  discrimination: z.number().positive().default(1.2),
  prompt: inBothLanguages,
  answer: z.string(),
  steps: z.object({ zh: z.array(z.string()).min(1), en: z.array(z.string()).min(1) }).optional(),
});
export type Item = z.output<typeof item>;

export const conceptsFile = z.array(concept);
export const itemsFile = z.array(item);
export const answersFile = z.array(
  z.object({ user_id: z.string(), answers: z.array(z.object({ item: z.string(), correct: z.boolean() })) }),
);
export type Answers = z.output<typeof answersFile>[number]['answers'];

/** What is taught, what is asked, and what was answered. */
export interface Course {
  readonly concepts: ReadonlyMap<string, Concept>;
  /** Each behind all that it requires. */
  readonly inOrder: readonly string[];
  readonly items: ReadonlyMap<string, Item>;
  readonly answersOf: (userId: string) => Answers;
}

/** Throws when a name leads nowhere or concepts require each other in a circle. */
export function courseOf(
  concepts: z.output<typeof conceptsFile>,
  items: z.output<typeof itemsFile>,
  answers: z.output<typeof answersFile>,
): Course {
  const byId = new Map(concepts.map((one) => [one.id, one]));
  const itemsById = new Map(items.map((one) => [one.id, one]));
  const missing =
    [...concepts.flatMap(({ requires }) => requires), ...items.map((one) => one.concept)].find((id) => !byId.has(id)) ??
    answers.flatMap((one) => one.answers).find((one) => !itemsById.has(one.item))?.item;
  if (missing !== undefined) throw new Error(`the course has a name that leads nowhere: ${missing}`);
  return { concepts: byId, inOrder: ordered(byId), items: itemsById, answersOf };

  function answersOf(userId: string): Answers {
    const isOf = (owner: string): boolean =>
      owner.endsWith('*') ? userId.startsWith(owner.slice(0, -1)) : userId === owner;
    return answers.find((one) => isOf(one.user_id))?.answers ?? [];
  }
}

function ordered(concepts: ReadonlyMap<string, Concept>): string[] {
  const order: string[] = [];
  for (let before = -1; before < order.length;) {
    before = order.length;
    for (const { id, requires } of concepts.values())
      if (!order.includes(id) && requires.every((needed) => order.includes(needed))) order.push(id);
  }
  if (order.length < concepts.size) throw new Error('concepts of the course require each other in a circle');
  return order;
}
