/** What a number measures, as far as its unit tells. */
export type Dimension = 'money' | 'score' | 'time' | 'count';

/** One end of a bound, in its own unit. */
export interface Limit {
  readonly value: number;
  /** Empty where none was said. */
  readonly unit: string;
  /** How much one unit is in the least unit of the dimension: minutes for time, 1 where units are not converted. */
  readonly scale: number;
}

/** A bound on a number: from `low` on, up to `high`, between both, or exactly one when they are equal. */
export interface Quantity {
  /** Undefined where no unit was said: only the word beside it can tell. */
  readonly dimension?: Dimension;
  readonly low?: Limit;
  readonly high?: Limit;
}

const amount = ({ value, scale }: Limit): number => value * scale;
const lowest = ({ low }: Quantity): number => (low === undefined ? Number.NEGATIVE_INFINITY : amount(low));
const highest = ({ high }: Quantity): number => (high === undefined ? Number.POSITIVE_INFINITY : amount(high));
const isExact = (quantity: Quantity): boolean => lowest(quantity) === highest(quantity);

/** Whether what was offered lies within what was wanted; an offer that reaches into the wanted range does. */
export function covers(wanted: Quantity, offered: Quantity): boolean {
  return lowest(offered) <= highest(wanted) && highest(offered) >= lowest(wanted);
}

/** The steps in which people round sums of money below a bound; larger ones by their first digit, small ones not at all. */
const STEPS: readonly { readonly below: number; readonly step: number }[] = [
  { below: 10, step: 0 },
  { below: 50, step: 10 },
  { below: 200, step: 50 },
  { below: 2_000, step: 100 },
];
/** Who takes an offer of less than this share of the least that was asked for does not mind a low one at all. */
const NO_LOWER_BOUND = 1 / 3;

function rounded(limit: Limit, dimension: Dimension | undefined, round: (value: number) => number): Limit {
  if (dimension !== 'money') return limit;
  const { value } = limit;
  const step = STEPS.find(({ below }) => value < below)?.step ?? 10 ** Math.floor(Math.log10(value));
  return step === 0 ? limit : { ...limit, value: round(value / step) * step };
}

/**
 * A wish after its user has taken an offer outside of it: just so wide that the offer lies within; sums of money at the round number
 * next to it. A wished-for score becomes a lower bound, for nobody minds more; any other exact number gives way to the offered one.
 */
export function widen(wanted: Quantity, offered: Quantity): Quantity {
  if (covers(wanted, offered)) return wanted;
  const { low, high, ...kept } = wanted;
  const { dimension } = wanted;
  if (highest(offered) < lowest(wanted)) {
    const reached = offered.low ?? offered.high;
    if (reached === undefined) return offered;
    if (isExact(wanted)) return dimension === 'score' ? { ...kept, low: reached } : offered;
    const down = rounded(reached, dimension, Math.floor);
    if (high === undefined) return { ...kept, low: down };
    if (reached.value === 0) return offered;
    const isFarBelow = dimension === 'money' && amount(reached) < lowest(wanted) * NO_LOWER_BOUND;
    return isFarBelow ? { ...kept, high } : { ...kept, low: down, high };
  }
  const reached = offered.low;
  const isFree = highest(wanted) === 0;
  if (reached === undefined || (isExact(wanted) && !isFree)) return offered;
  const up = rounded(reached, dimension, Math.ceil);
  return low === undefined || isFree ? { ...kept, high: up } : { ...kept, low, high: up };
}
