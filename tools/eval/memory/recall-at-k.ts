import { z } from 'zod';
import { withVectors } from './await-vectors';
import { ratio, type EvalContext, type EvalResult } from './eval-set';

/** What one person has told, in order, and questions with the documents that answer them. */
export interface Person {
  readonly id: string;
  readonly docs: readonly { readonly key: string; readonly content: string; readonly at: number }[];
  readonly questions: readonly {
    readonly id: string;
    readonly text: string;
    readonly evidence: readonly string[];
    readonly kind: string;
  }[];
  /** When the questions are asked. */
  readonly now: number;
}

const KS = [1, 3, 5, 10] as const;
const BATCH = 500;
const written = z.object({ items: z.array(z.object({ id: z.string() })) });
const recalled = z.object({ items: z.array(z.object({ id: z.string() })), took_ms: z.number() });

/**
 * all@k: the share of questions with every gold document among all that recall returns for `top_k` k; one user a person. `<kind>5`:
 * all@5 of the questions of one kind.
 */
export async function recallAtK(
  { memory, run, progress }: EvalContext,
  set: string,
  people: readonly Person[],
): Promise<EvalResult> {
  const hits = new Map<string, number>();
  const totals = new Map<string, number>();
  const bump = (counts: Map<string, number>, name: string, by = 1) =>
    void counts.set(name, (counts.get(name) ?? 0) + by);
  const misses: unknown[] = [];
  let done = 0;
  const all = people.reduce((sum, { questions }) => sum + questions.length, 0);
  for (const [n, person] of people.entries()) {
    const user = `${set}-${run}-${n}`;
    const ids = await store(memory, user, person);
    for (const { id, text, evidence, kind } of person.questions) {
      const gold = evidence.map((key) => ids.get(key) ?? `missing ${key}`);
      for (const k of KS) {
        const body = { user_id: user, query: text, top_k: k, now: person.now, time_zone: 'UTC' };
        const { items } = await memory.post('/v1/memory/recall', body, recalled);
        const found = gold.every((wanted) => items.some((item) => item.id === wanted));
        bump(hits, `all${k}`, found ? 1 : 0);
        bump(totals, `all${k}`);
        if (k !== 5) continue;
        bump(hits, `${kind}5`, found ? 1 : 0);
        bump(totals, `${kind}5`);
        if (!found) misses.push({ id, question: text, evidence, got: items.map((item) => keyOf(ids, item.id)) });
      }
      progress(++done, all);
    }
  }
  const metrics = Object.fromEntries([...totals].map(([name, total]) => [name, ratio(hits.get(name) ?? 0, total)]));
  return { metrics, misses };
}

/** Writes what the person has told, and lets each item get its vector; answers the ids of the items by the keys of the documents. */
export const store = (memory: EvalContext['memory'], user: string, person: Person): Promise<Map<string, string>> =>
  withVectors(memory, person.docs.length, () => write(memory, user, person));

async function write(memory: EvalContext['memory'], user: string, { id, docs }: Person): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < docs.length; at += BATCH) {
    const batch = docs.slice(at, at + BATCH);
    const { items } = await memory.post(
      '/v1/memory/items',
      batch.map((doc) => itemOf(user, id, doc)),
      written,
    );
    batch.forEach(({ key }, i) => ids.set(key, items[i]?.id ?? ''));
  }
  return ids;
}

const itemOf = (user: string, person: string, { key, content, at }: Person['docs'][number]) => ({
  user_id: user,
  kind: 'episode',
  content,
  source: { id: `${person}/${key}`, channel: 'import', type: 'user' },
  timestamp: at,
  valid_until: 'until_superseded',
});

const keyOf = (ids: ReadonlyMap<string, string>, id: string): string =>
  [...ids].find(([, stored]) => stored === id)?.[0] ?? id;
