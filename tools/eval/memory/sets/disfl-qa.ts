import { z } from 'zod';
import { repaired } from '../../../../apps/memory/src/domain/utterance/repair';
import { ratio, type EvalContext, type EvalResult, type EvalSet } from '../eval-set';

const row = z.object({ id: z.string(), said: z.string(), meant: z.string() });

/** Letters and digits alone, each word once apart: case, marks and spaces of an annotator say nothing about what was meant. */
const words = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * What recall takes a self-corrected question to ask. A pure function without an interface of its own, so it is called as recall
 * calls it. `fluent`: questions without a self-repair that come back letter for letter.
 */
export const disflQa: EvalSet = {
  name: 'disfl-qa',
  baselines: { exact: '18 % (marker rule)' },
  aims: { exact: 0.45, fluent: 0.99 },
  run({ data, progress }: EvalContext): Promise<EvalResult> {
    const rows = data.lines('disfl-qa.jsonl', row);
    const misses = rows
      .map(({ id, said, meant }) => ({ id, said, meant, got: repaired(said) }))
      .filter(({ got, meant }) => words(got) !== words(meant));
    const fluent = rows.filter(({ meant }) => repaired(meant) === meant).length;
    progress(rows.length, rows.length);
    return Promise.resolve({
      metrics: { exact: ratio(rows.length - misses.length, rows.length), fluent: ratio(fluent, rows.length) },
      misses,
    });
  },
};
