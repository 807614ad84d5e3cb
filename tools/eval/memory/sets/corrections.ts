import { z } from 'zod';
import { ratio, type EvalContext, type EvalResult, type EvalSet } from '../eval-set';
import type { MemoryClient } from '../memory-client';

const ROLES = { u: 'user', a: 'assistant', tool: 'tool' } as const;
const row = z.object({
  id: z.string(),
  lang: z.enum(['zh', 'en']),
  kind: z.string(),
  key: z.string(),
  old: z.string(),
  new: z.string(),
  expect: z.enum(['update', 'keep', 'expire', 'add', 'ask']),
  want: z.union([z.string(), z.array(z.string()), z.null()]),
  turns: z.array(z.object({ r: z.enum(['u', 'a', 'tool']), t: z.string() })),
});
type Row = z.output<typeof row>;

const slots = z.record(z.string(), z.string());
const observed = z.object({
  session: z.object({ facts: slots, state: slots, constraints: slots }),
  ask: z.object({ key: z.string(), value: z.string() }).optional(),
});
const recalled = z.object({ items: z.array(z.object({ content: z.string(), layer: z.string() })) });

/** Monday 2026-03-02, 10:00 in Shanghai; a minute lies between two utterances. */
const BEGAN_MS = Date.UTC(2026, 2, 2, 2);
const TIME_ZONE = 'Asia/Shanghai';

interface Outcome {
  /** What memory holds true at the end: the session's facts and state, and what a search for the old or the new value finds. */
  readonly held: readonly string[];
  readonly waits: readonly string[];
}

export const corrections: EvalSet = {
  name: 'corrections',
  baselines: { right: '38/70 (last mention wins)', update: '29/32', keep: '8/26', expire: '0/5' },
  aims: { right: 0.88 },
  most: { falseUpdates: 1 },
  async run({ data, memory, run, progress }: EvalContext): Promise<EvalResult> {
    const rows = data.lines('corrections.jsonl', row);
    const right = new Map<string, [number, number]>();
    const misses: unknown[] = [];
    let falseUpdates = 0;
    for (const [i, each] of rows.entries()) {
      const outcome = await play(memory, `${run}-${each.id}`, each);
      const ok = isRight(each, outcome);
      if (each.expect === 'keep' && !ok && each.new !== each.old && holds(outcome, each.new)) falseUpdates++;
      for (const name of ['right', each.expect]) {
        const [part, whole] = right.get(name) ?? [0, 0];
        right.set(name, [part + Number(ok), whole + 1]);
      }
      if (!ok) misses.push({ ...each, ...outcome });
      progress(i + 1, rows.length);
    }
    const shares = Object.fromEntries([...right].map(([name, [part, whole]]) => [name, ratio(part, whole)]));
    return { metrics: { ...shares, falseUpdates }, misses };
  },
};

async function play(memory: MemoryClient, user: string, { turns, old, new: fresh }: Row): Promise<Outcome> {
  const id = { user_id: user, session_id: user };
  let last: z.output<typeof observed> | undefined;
  const waits: string[] = [];
  for (const [i, { r, t }] of turns.entries()) {
    const now = new Date(BEGAN_MS + i * 60_000).toISOString();
    const said = await memory.post(
      '/v1/memory/observe',
      { ...id, role: ROLES[r], text: t, now, time_zone: TIME_ZONE },
      observed,
    );
    if (r !== 'u') continue;
    last = said;
    if (said.ask) waits.push(said.ask.value);
  }
  const found: string[] = [];
  for (const query of [old, fresh].filter((text) => text !== '')) {
    const { items } = await memory.post('/v1/memory/recall', { ...id, query, time_zone: TIME_ZONE }, recalled);
    found.push(...items.filter(({ layer }) => layer !== 'session').map(({ content }) => content));
  }
  return {
    held: [...Object.values(last?.session.facts ?? {}), ...Object.values(last?.session.state ?? {}), ...found],
    waits,
  };
}

/** The value is scored, not the key (data/README). A value that is part of the wanted one does not count as held. */
function isRight({ expect, want, old, new: fresh }: Row, outcome: Outcome): boolean {
  const wanted = want === null ? [] : [want].flat();
  const all = wanted.every((value) => holds(outcome, value));
  switch (expect) {
    case 'update':
      return all && !holds(outcome, old, wanted);
    case 'keep':
      return all && (fresh === old || !holds(outcome, fresh));
    case 'expire':
      return !holds(outcome, old);
    case 'add':
      return all;
    case 'ask':
      return outcome.waits.length > 0;
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Dates of a task are kept as days: “May 3” is held by 2026-05-03 as well. */
function holds({ held }: Outcome, value: string, within: readonly string[] = []): boolean {
  const day = dayOf(value);
  return held.some((text) => {
    const plain = within.reduce((rest, longer) => rest.replaceAll(folded(longer), ' '), folded(text));
    return plain.includes(folded(value)) || (day !== undefined && text.includes(day));
  });
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function dayOf(value: string): string | undefined {
  const match =
    /^(?<month>[a-z]+) (?<day>\d{1,2})$/i.exec(value) ?? /^(?<number>\d{1,2})月(?<day>\d{1,2})[日号]$/.exec(value);
  const { month, number, day } = match?.groups ?? {};
  const at = number === undefined ? MONTHS.indexOf(month?.toLowerCase() ?? '') + 1 : Number(number);
  return day === undefined || at < 1 ? undefined : `-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
