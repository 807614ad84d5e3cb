import { z } from 'zod';
import { type EvalSet, ratio } from './eval-set';

const row = z.object({
  id: z.string(),
  expr: z.string(),
  /** The sentence in which the expression stands, where the set has one. */
  text: z.string().optional(),
  base: z.string(),
  check: z.string(),
  start: z.string(),
  end: z.string(),
});
type Row = z.output<typeof row>;

const answer = z.object({
  times: z.array(
    z.object({
      text: z.string(),
      start: z.number(),
      end: z.number(),
      kind: z.string(),
      from: z.string().optional(),
      until: z.string().optional(),
    }),
  ),
});
type Time = z.output<typeof answer>['times'][number];

const CHECKS = ['day', 'minute', 'range', 'span'] as const;
const LENGTH = { day: 10, minute: 16, range: 10, span: 16 } as const;

/**
 * Times against a given now, read out of their sentence where there is one; of several in a sentence the one that overlaps the expression most.
 * Scored are the rows whose answer does not hang on a convention: `day` the day on which it begins, `minute` the minute in which it begins,
 * `range` the first and the last day, `span` the minutes in which it begins and ends (an end at 15:10 and one at 15:10:59 are the same).
 */
export function timeSet(name: string, baselines: EvalSet['baselines'], aims: EvalSet['aims']): EvalSet {
  return {
    name,
    baselines,
    aims,
    async run({ data, memory, progress }) {
      const rows = data.lines(`${name}.jsonl`, row);
      const scored = rows.filter(({ check }) => CHECKS.some((known) => known === check));
      const right = new Map<string, number>();
      const misses: unknown[] = [];
      for (const [i, item] of scored.entries()) {
        const text = item.text ?? item.expr;
        const now = `${item.base.replace(' ', 'T')}Z`;
        const { times } = await memory.post('/v1/memory/anchors', { text, now, time_zone: 'UTC' }, answer);
        const found = nearest(times, text, item.expr);
        if (isRight(item, found)) right.set(item.check, (right.get(item.check) ?? 0) + 1);
        else misses.push({ ...item, found });
        progress(i + 1, scored.length);
      }
      const metrics: Record<string, number> = {};
      for (const check of CHECKS) {
        const all = scored.filter((item) => item.check === check).length;
        if (all > 0) metrics[check] = ratio(right.get(check) ?? 0, all);
      }
      return { metrics, misses };
    },
  };
}

function nearest(times: readonly Time[], text: string, expression: string): Time | undefined {
  const start = Math.max(0, text.toLowerCase().indexOf(expression.toLowerCase()));
  const overlap = (time: Time) => Math.min(time.end, start + expression.length) - Math.max(time.start, start);
  const placed = times.filter(({ kind }) => kind !== 'span');
  return placed.filter((time) => overlap(time) > 0).sort((a, b) => overlap(b) - overlap(a))[0];
}

function isRight({ check, start, end }: Row, found: Time | undefined): boolean {
  const known = CHECKS.find((one) => one === check);
  if (!known || found?.from === undefined) return false;
  const size = LENGTH[known];
  const same = (instant: string | undefined, wanted: string) =>
    instant?.slice(0, size).replace('T', ' ') === wanted.slice(0, size);
  if (!same(found.from, start)) return false;
  if (known === 'day' || known === 'minute') return true;
  const last = found.until && new Date(Date.parse(found.until) - 1_000).toISOString();
  return same(last, end) || (known === 'span' && same(found.until, end));
}
