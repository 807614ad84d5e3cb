import type { Box } from './box';
import type { TimeExpression } from './time-expression';

type Relation = NonNullable<TimeExpression['relation']>;

export interface Bound {
  readonly relation: Relation;
  /** Whether what is named still counts: “by Friday” ends with Friday, “before Friday” with Thursday. */
  readonly inclusive: boolean;
  readonly start: number;
  readonly end: number;
}

const AFTERWARDS: readonly (readonly [RegExp, Relation])[] = [
  [/^\s?(?:之前|以前|前(?![天年面台提后往夕半段期辈景后卫]))/, 'before'],
  [/^\s?(?:以来|至今|到现在|开始至今)/, 'since'],
  [/^\s?(?:之后|以后|过后|后(?![天年面来台悔续勤备门果半]))/, 'after'],
  [/^\s?(?:起(?![床飞来码点诉])|开始|onwards?\b|on\b(?=[,.;!?]|$))/, 'after'],
];
const BEFOREHAND: readonly (readonly [RegExp, Relation, boolean])[] = [
  [/\b(?:by|until|till|til|no later than)(?: the)? $/i, 'before', true],
  [/\b(?:before|prior to|earlier than)(?: the)? $/i, 'before', false],
  [/\b(?:after|later than)(?: the)? $/i, 'after', false],
  [/\b(?:since|ever since)(?: the)? $/i, 'since', true],
  [/\b(?:starting(?: from| on)?|as of)(?: the)? $/i, 'after', true],
  [/(?:直到|截至|截止到?)$/, 'before', true],
  [/自从?$/, 'since', true],
];
const LONGEST_LEAD = 18;

/** The words beside a time that make it a bound, as in 周五之前, “since May”. */
export function boundOf(text: string, start: number, end: number): Bound | undefined {
  const tail = text.slice(end, end + LONGEST_LEAD);
  for (const [pattern, relation] of AFTERWARDS) {
    const match = pattern.exec(tail);
    if (match) return { relation, inclusive: true, start, end: end + match[0].length };
  }
  const lead = text.slice(Math.max(0, start - LONGEST_LEAD), start);
  for (const [pattern, relation, inclusive] of BEFOREHAND) {
    const match = pattern.exec(lead);
    if (match) return { relation, inclusive, start: start - match[0].length, end };
  }
  return undefined;
}

export interface Open {
  readonly from?: number;
  readonly until?: number;
}

/**
 * The stretch that a bound bounds. Before something to come: from now on, and with the last day of what is named (a deadline counts its
 * own day); before something past: all that was before it. Since: until now. After: from the end of a day or period, from a time of day on.
 */
export function bounded({ relation, inclusive }: Bound, box: Box, now: number): Open {
  const instant = box.grain === 'hour' || box.grain === 'minute' || box.grain === 'second';
  if (relation === 'since') return box.from < now ? { from: box.from, until: now } : { from: box.from };
  if (relation === 'after') return { from: instant || inclusive ? box.from : box.until };
  const until = instant || !inclusive || box.until <= now ? box.from : box.until;
  return until > now ? { from: now, until } : { until };
}
