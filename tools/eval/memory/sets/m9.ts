import { z } from 'zod';
import { ratio, type EvalContext, type EvalSet } from '../eval-set';

const MINUTE_MS = 60_000;
const BEGAN_MS = Date.UTC(2026, 2, 2, 2);
const crosswozRow = z.object({ id: z.unknown(), turns: z.array(z.object({ u: z.string(), s: z.string() })) });
const tauRow = z.object({ id: z.string(), known: z.string().nullable(), reason: z.string() });
const recalled = z.object({ answered_by: z.enum(['session', 'profile', 'semantic', 'none']) });

/** What one user says in one session, and what memory has of an earlier one. */
interface Dialogue {
  readonly user: string;
  readonly earlier: string;
  readonly said: readonly string[];
}

/**
 * The share of user turns that each step of recall answers (M9). CrossWOZ turns as they are; tau's tasks as their users would say them. Each
 * user has one episode, the close of the dialogue before in the file: with an empty memory the last step could answer nothing.
 */
export const m9: EvalSet = {
  name: 'm9',
  baselines: { semantic: 'to stay under 7–10 % of all turns' },
  aims: {},
  most: { semantic: 0.1 },
  async run(context) {
    const counts = { session: 0, profile: 0, semantic: 0, none: 0 };
    const dialogues = [
      ...crosswoz(context),
      ...tau(context, 'tau-retail-tasks.jsonl'),
      ...tau(context, 'tau-airline-tasks.jsonl'),
    ];
    for (const [i, dialogue] of dialogues.entries()) {
      for (const step of await play(context, dialogue)) counts[step]++;
      context.progress(i + 1, dialogues.length);
    }
    const turns = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const shares = Object.entries(counts).map(([step, count]) => [step, ratio(count, turns)] as const);
    return { metrics: { ...Object.fromEntries(shares), turns } };
  },
};

function crosswoz({ data, run }: EvalContext): Dialogue[] {
  const rows = data.lines('crosswoz.jsonl', crosswozRow);
  return rows.map(({ turns }, i) => {
    const last = rows[i - 1]?.turns.at(-1);
    return { user: `m9-${run}-zh-${i}`, earlier: last ? `${last.u}\n${last.s}` : '', said: turns.map(({ u }) => u) };
  });
}

function tau({ data, run }: EvalContext, file: string): Dialogue[] {
  const rows = data.lines(file, tauRow);
  return rows.map(({ id, known, reason }, i) => ({
    user: `m9-${run}-${id}`,
    earlier: rows[i - 1] ? spoken(rows[i - 1]?.reason ?? '').join(' ') : '',
    said: [...spoken(known ?? ''), ...spoken(reason)],
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
  const answered: z.output<typeof recalled>['answered_by'][] = [];
  for (const [i, text] of said.entries()) {
    const at = { now: BEGAN_MS + i * MINUTE_MS, time_zone: 'Asia/Shanghai' };
    const turn = { user_id: user, session_id: session };
    await memory.post('/v1/memory/observe', { ...turn, ...at, role: 'user', text }, z.unknown());
    const { answered_by } = await memory.post('/v1/memory/recall', { ...turn, ...at, query: text }, recalled);
    answered.push(answered_by);
  }
  return answered;
}
