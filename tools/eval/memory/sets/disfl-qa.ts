import { z } from 'zod';
import { ratio, type EvalContext, type EvalResult, type EvalSet } from '../eval-set';

const row = z.object({ id: z.string(), said: z.string(), meant: z.string() });

const NOW = '2026-03-02T02:00:00.000Z';

/** Letters and digits alone, each word once apart: case, marks and spaces of an annotator say nothing about what was meant. */
const words = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const answer = z.object({ meant: z.string() });

/** What memory takes a self-corrected question to ask. `fluent`: questions without a self-repair that come back letter for letter. */
export const disflQa: EvalSet = {
  name: 'disfl-qa',
  baselines: { exact: '18 % (marker rule)' },
  aims: { exact: 0.45, fluent: 0.99 },
  async run({ data, memory, progress }: EvalContext): Promise<EvalResult> {
    const rows = data.lines('disfl-qa.jsonl', row);
    const meantBy = async (text: string): Promise<string> =>
      (await memory.post('/v1/memory/anchors', { text, now: NOW, time_zone: 'UTC' }, answer)).meant;
    const misses: unknown[] = [];
    let fluent = 0;
    for (const [i, { id, said, meant }] of rows.entries()) {
      const got = await meantBy(said);
      if (words(got) !== words(meant)) misses.push({ id, said, meant, got });
      if ((await meantBy(meant)) === meant) fluent++;
      progress(i + 1, rows.length);
    }
    return {
      metrics: { exact: ratio(rows.length - misses.length, rows.length), fluent: ratio(fluent, rows.length) },
      misses,
    };
  },
};
