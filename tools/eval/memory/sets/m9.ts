import { z } from 'zod';
import { crosswozDialogues, crosswozSlots } from '../crosswoz';
import { ratio, type EvalContext, type EvalSet } from '../eval-set';
import { peopleOfMemorybank } from '../memorybank';
import { store } from '../recall-at-k';

const MINUTE_MS = 60_000;
const BEGAN_MS = Date.UTC(2026, 2, 2, 2);
const TIME_ZONE = 'Asia/Shanghai';
const STEPS = ['session', 'profile', 'semantic', 'none'] as const;
const tauRow = z.object({ id: z.string(), known: z.string().nullable(), reason: z.string() });
const recalled = z.object({ answered_by: z.enum(STEPS), items: z.array(z.object({ content: z.string() })) });
type Recalled = z.output<typeof recalled>;

/** What one user says in one session, with the replies where they are known, and what memory has of an earlier one. */
interface Dialogue {
  readonly user: string;
  readonly earlier: string;
  readonly said: readonly { readonly user: string; readonly reply?: string }[];
}

/**
 * The share of user turns that each step of recall answers (M9): CrossWOZ as it is, with its replies and a task schema; tau's tasks as their
 * users would say them. Each user has one episode, the close of the dialogue before in the file: with an empty memory the last step could
 * answer nothing. `answerable`: of MemoryBank's questions, asked as turns of a session, those that are answered, so that saying nothing wins nothing.
 */
export const m9: EvalSet = {
  name: 'm9',
  baselines: { semantic: 'to stay under 7–10 % of all turns' },
  aims: { answerable: 0.95 },
  most: { semantic: 0.1 },
  taskSlots: crosswozSlots,
  async run(context) {
    const dialogues = [
      ...crosswoz(context),
      ...tau(context, 'tau-retail-tasks.jsonl'),
      ...tau(context, 'tau-airline-tasks.jsonl'),
    ];
    const counts = new Map<Recalled['answered_by'], number>();
    const searched: unknown[] = [];
    for (const [i, dialogue] of dialogues.entries()) {
      for (const { text, answered_by, items } of await play(context, dialogue)) {
        counts.set(answered_by, (counts.get(answered_by) ?? 0) + 1);
        if (answered_by === 'semantic') searched.push({ text, found: items[0]?.content });
      }
      context.progress(i + 1, dialogues.length);
    }
    const turns = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const shares = Object.fromEntries(STEPS.map((step) => [step, ratio(counts.get(step) ?? 0, turns)]));
    const { answerable, unanswered } = await answerableShare(context);
    return { metrics: { ...shares, turns, answerable }, misses: [...unanswered, ...searched] };
  },
};

async function answerableShare(context: EvalContext): Promise<{ answerable: number; unanswered: unknown[] }> {
  const unanswered: unknown[] = [];
  let asked = 0;
  for (const file of ['memorybank-zh', 'memorybank-en'])
    for (const [n, person] of peopleOfMemorybank(context.data, file).entries()) {
      const user = `m9-${context.run}-${file}-${n}`;
      await store(context.memory, user, person);
      for (const { text } of person.questions) {
        const turn = { user_id: user, session_id: `${user}-s`, now: person.now, time_zone: 'UTC' };
        const { answered_by } = await context.memory.post('/v1/memory/recall', { ...turn, query: text }, recalled);
        asked++;
        if (answered_by === 'none') unanswered.push({ unanswered: text });
      }
    }
  return { answerable: ratio(asked - unanswered.length, asked), unanswered };
}

function crosswoz({ data, run }: EvalContext): Dialogue[] {
  const rows = crosswozDialogues(data);
  return rows.map(({ turns }, i) => {
    const last = rows[i - 1]?.turns.at(-1);
    return {
      user: `m9-${run}-zh-${i}`,
      earlier: last ? `${last.u}\n${last.s}` : '',
      said: turns.map(({ u, s }) => ({ user: u, reply: s })),
    };
  });
}

function tau({ data, run }: EvalContext, file: string): Dialogue[] {
  const rows = data.lines(file, tauRow);
  return rows.map(({ id, known, reason }, i) => ({
    user: `m9-${run}-${id}`,
    earlier: rows[i - 1] ? spoken(rows[i - 1]?.reason ?? '').join(' ') : '',
    said: [...spoken(known ?? ''), ...spoken(reason)].map((user) => ({ user })),
  }));
}

/** “You want to cancel…” as its user says it. */
const spoken = (instruction: string): string[] =>
  instruction
    .split(/(?<=[.?!])\s+/)
    .map((sentence) =>
      sentence
        .replace(/\byou are\b/gi, 'I am')
        .replace(/\byour\b/gi, 'my')
        .replace(/\byou\b/gi, 'I')
        .trim(),
    )
    .filter((sentence) => sentence !== '');

async function play({ memory }: EvalContext, { user, earlier, said }: Dialogue) {
  const session = `${user}-s`;
  if (earlier !== '')
    await memory.post(
      '/v1/memory/items',
      {
        user_id: user,
        kind: 'episode',
        content: earlier.slice(0, 2_000),
        source: { id: 'earlier', channel: 'import', type: 'user' },
        timestamp: BEGAN_MS - 86_400_000,
        valid_until: 'until_superseded',
      },
      z.unknown(),
    );
  const answered: (Recalled & { readonly text: string })[] = [];
  for (const [i, { user: text, reply }] of said.entries()) {
    const at = { now: BEGAN_MS + i * MINUTE_MS, time_zone: TIME_ZONE };
    const turn = { user_id: user, session_id: session };
    await memory.post('/v1/memory/observe', { ...turn, ...at, role: 'user', text }, z.unknown());
    answered.push({ text, ...(await memory.post('/v1/memory/recall', { ...turn, ...at, query: text }, recalled)) });
    if (reply !== undefined && reply !== '')
      await memory.post('/v1/memory/observe', { ...turn, ...at, role: 'assistant', text: reply }, z.unknown());
  }
  return answered;
}
