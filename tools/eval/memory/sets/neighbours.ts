import { z } from 'zod';
import { copyUsers, userName, WRITTEN_USERS } from '../../../bench/memory/load-users';
import { ratio, type EvalContext, type EvalSet } from '../eval-set';
import { peopleOfMemorybank } from '../memorybank';
import { store, type Person } from '../recall-at-k';

const FILES = { zh: 'memorybank-zh', en: 'memorybank-en' } as const;
const KS = [1, 5, 10] as const;
const BATCH = 1_000;
const recalled = z.object({ items: z.array(z.object({ id: z.string(), score: z.number() })) });
const anything = z.unknown();

interface Asked {
  readonly language: keyof typeof FILES;
  readonly user: string;
  readonly question: string;
  readonly now: number;
  readonly gold: readonly string[];
}

/** Users × items of `PLINTH_EVAL_NEIGHBOURS`, or as many as are written within a minute or two. */
function neighbours(): { readonly users: number; readonly items: number } {
  const text = process.env.PLINTH_EVAL_NEIGHBOURS ?? '40x250';
  const [, users, items] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  if (users === undefined || items === undefined)
    throw new Error(`PLINTH_EVAL_NEIGHBOURS is <users>x<items>, such as 2000x500, not ${text}`);
  return { users: Number(users), items: Number(items) };
}

/**
 * Nothing that others store moves a user's recall: the same questions alone and beside neighbours who have stored exchanges of the same
 * kind (with `--servers` most of them are copies of those that were written), on the first searches and long after the twentieth, when the server has settled on its plan. `moved` counts questions whose ten items or their scores have changed.
 */
export const neighboursSet: EvalSet = {
  name: 'neighbours',
  baselines: { elsewhere: 'all@5 fell from 98 to 39 % beside 2,000 users of 500 items' },
  aims: {},
  most: { moved: 0, moved_by_repetition: 0 },
  async run(context) {
    const { memory, run, progress } = context;
    const people = Object.values(FILES).flatMap((file) => peopleOfMemorybank(context.data, file));
    const asked = await storeAll(context);
    const alone = await askAll(context, asked);
    const repeated = await askAll(context, asked);
    const { users, items } = neighbours();
    const written = context.stand ? Math.min(WRITTEN_USERS, users) : users;
    for (let n = 0; n < written; n += 1) {
      const bodies = neighbour(context.stand ? userName(n) : `neighbour-${run}-${n}`, people, n, items);
      for (let at = 0; at < bodies.length; at += BATCH)
        await memory.post('/v1/memory/items', bodies.slice(at, at + BATCH), anything);
      progress(n + 1, written);
    }
    if (context.stand) await copyUsers(context.stand, written, written, users);
    const beside = await askAll(context, asked);
    const settled = await askAll(context, asked);
    const moved = asked.filter((_, i) => beside[i] !== alone[i] || settled[i] !== alone[i]);
    const metrics: Record<string, number> = {
      moved: moved.length,
      moved_by_repetition: asked.filter((_, i) => repeated[i] !== alone[i]).length,
      questions: asked.length,
      neighbours: users,
      items_of_neighbours: users * items,
    };
    for (const language of ['zh', 'en'] as const)
      for (const k of KS) {
        metrics[`${language}_all${k}_alone`] = allAt(k, language, asked, alone);
        metrics[`${language}_all${k}_beside`] = allAt(k, language, asked, settled);
      }
    return { metrics, misses: moved.map(({ question }) => question) };
  },
};

async function storeAll({ memory, data, run }: EvalContext): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const language of ['zh', 'en'] as const)
    for (const [n, person] of peopleOfMemorybank(data, FILES[language]).entries()) {
      const user = `${FILES[language]}-${run}-${n}`;
      const ids = await store(memory, user, person);
      for (const { text: question, evidence } of person.questions)
        asked.push({ language, user, question, now: person.now, gold: evidence.map((key) => ids.get(key) ?? key) });
    }
  return asked;
}

/** The ten items of each question with their scores, in order, as one text. */
async function askAll({ memory }: EvalContext, asked: readonly Asked[]): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const { user, question, now } of asked) {
    const body = { user_id: user, query: question, top_k: 10, now, time_zone: 'UTC' };
    const { items } = await memory.post('/v1/memory/recall', body, recalled);
    answers.push(items.map(({ id, score }) => `${id} ${score}`).join('\n'));
  }
  return answers;
}

function allAt(k: number, language: string, asked: readonly Asked[], answers: readonly string[]): number {
  const own = asked.flatMap((one, i) => (one.language === language ? [{ ...one, answer: answers[i] ?? '' }] : []));
  const found = own.filter(({ gold, answer }) => {
    const ids = new Set(
      answer
        .split('\n')
        .slice(0, k)
        .map((line) => line.split(' ')[0]),
    );
    return gold.every((id) => ids.has(id));
  });
  return ratio(found.length, own.length);
}

/** Exchanges of everybody in the set, begun elsewhere for each neighbour and numbered, so that none is stored twice. */
function neighbour(user: string, people: readonly Person[], n: number, count: number) {
  const docs = people.flatMap((person) => person.docs);
  return Array.from({ length: count }, (_, i) => {
    const doc = docs[(n * 131 + i) % docs.length];
    return {
      user_id: user,
      kind: 'episode',
      content: `${doc?.content ?? ''} (${n}.${i})`,
      source: { id: `${n}/${i}`, channel: 'import', type: 'user' },
      timestamp: doc?.at ?? 0,
      valid_until: 'until_superseded',
    };
  });
}
