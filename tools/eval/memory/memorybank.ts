import { z } from 'zod';
import type { EvalContext, EvalResult } from './eval-set';
import { recallAtK, type Person } from './recall-at-k';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** `k`: u the user said, a the assistant said, d names a date, day asks for a whole day, fp presumes what is false. */
const personRow = z.object({
  id: z.string(),
  docs: z.array(z.tuple([z.string(), z.string()])),
  qa: z.array(z.object({ id: z.string(), q: z.string(), k: z.string(), ev: z.array(z.string()) })),
});

/** MemoryBank: recall of its exchanges. */
export const memorybank = (context: EvalContext, file: string): Promise<EvalResult> =>
  recallAtK(context, file, peopleOfMemorybank(context.data, file));

/** Exchanges as they stand, each on the day that its text bears, two minutes apart; asked two days after the last. */
export function peopleOfMemorybank(data: EvalContext['data'], file: string): readonly Person[] {
  return data.lines(`${file}.jsonl`, personRow).map(({ id, docs, qa }): Person => {
    const stamped = docs.map(([key, content], i) => ({
      key,
      content,
      at: dayOf(content) + 9 * 3_600_000 + i * 2 * MINUTE_MS,
    }));
    return {
      id,
      docs: stamped,
      questions: qa.map((row) => ({
        id: row.id,
        text: row.q,
        evidence: row.ev,
        kind: row.k === 'day' ? 'wholeDay' : row.k,
      })),
      now: Math.max(...stamped.map(({ at }) => at)) + 2 * DAY_MS,
    };
  });
}

function dayOf(content: string): number {
  const [, day = ''] = /^\[(\d{4}-\d{2}-\d{2})\]/.exec(content) ?? [];
  const at = Date.parse(day);
  if (Number.isNaN(at)) throw new Error(`no date at the head of ${content.slice(0, 40)}`);
  return at;
}
