import type { Anchor } from '@plinth/contracts';

type Bound = NonNullable<Anchor['bound']>;

/** Data: what makes an amount a bound or an estimate, before and after it. What is denied turns round. */
const BEFORE: readonly (readonly [Bound, RegExp])[] = [
  [
    'at_least',
    /(?:不少于|不低于|不小于|至少|最少|起码|(?<!不)(?:超过|多于|大于|高于|超出)|at least|more than|over|above|no less than|from|minimum) ?$/i,
  ],
  [
    'at_most',
    /(?:不到|不足|不超过|不多于|不高于|不大于|(?<!不)(?:少于|小于|低于)|至多|最多|顶多|at most|less than|under|below|up to|no more than|within|maximum) ?$/i,
  ],
  ['about', /(?:大约|大概|约|差不多|将近|接近|近|估计|about|around|roughly|approximately|nearly|almost|some) ?$/i],
];
const AFTER: readonly (readonly [Bound, RegExp])[] = [
  ['at_least', /^ ?(?:[（(]含[)）])?(?:及?以上|起步?(?!来)|or more|and up|or above)/i],
  ['at_most', /^ ?(?:[（(]含[)）])?(?:及?以下|以内|之内|封顶|or less|or below|tops)/i],
  ['about', /^ ?(?:左右|上下|光景|or so)/i],
];
/** Letters between number and unit: “三百多块”, “十来块”. */
const INSIDE: Readonly<Record<string, Bound>> = { 多: 'at_least', 余: 'at_least', 来: 'about', 几: 'at_least' };

/** What the words around an amount make of it. */
export function boundOf(text: string, start: number, end: number, inside: string | undefined): Bound | undefined {
  const before = text.slice(Math.max(0, start - 16), start);
  const after = text.slice(end, end + 10);
  return (
    BEFORE.find(([, words]) => words.test(before))?.[0] ??
    AFTER.find(([, words]) => words.test(after))?.[0] ??
    INSIDE[inside ?? '']
  );
}
