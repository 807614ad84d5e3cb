import { z } from 'zod';
import type { EvalSet } from '../eval-set';
import { recallAtK, type Person } from '../recall-at-k';

const MINUTE_MS = 60_000;
/** The notes bear no dates: any day will do. */
const FIRST_DAY = Date.UTC(2025, 0, 6, 9);
const personRow = z.object({
  id: z.string(),
  docs: z.array(z.tuple([z.string(), z.string()])),
  qa: z.array(z.object({ id: z.string(), q: z.string(), ev: z.array(z.string()) })),
});

export const bfclMemory: EvalSet = {
  name: 'bfcl-memory',
  baselines: { all: 'BM25 77.4 / 91.0 / 96.1 / 98.1 at 1 / 3 / 5 / 10 over both halves' },
  aims: { all5: 0.97 },
  async run(context) {
    const people = context.data.lines('bfcl-memory.jsonl', personRow).map(({ id, docs, qa }): Person => ({
      id,
      docs: docs.map(([key, content], i) => ({ key, content, at: FIRST_DAY + i * 2 * MINUTE_MS })),
      questions: qa.map((row) => ({ id: row.id, text: row.q, evidence: row.ev, kind: 'note' })),
      now: FIRST_DAY + (docs.length + 10) * 2 * MINUTE_MS,
    }));
    return recallAtK(context, 'bfcl-memory', people);
  },
};
