/** What a number measures, as far as its unit tells. */
export type Dimension = 'money' | 'score' | 'time' | 'count';

/** A bound on a number: from `low` on, up to `high`, between both, or exactly one when they are equal. */
export interface Quantity {
  /** Undefined where no unit was said: only the word beside it can tell. */
  readonly dimension?: Dimension;
  /** Empty where none was said. */
  readonly unit: string;
  readonly low?: number;
  readonly high?: number;
}

const isExact = (quantity: Quantity): boolean => quantity.low !== undefined && quantity.low === quantity.high;
const lowest = (quantity: Quantity): number => quantity.low ?? Number.NEGATIVE_INFINITY;
const highest = (quantity: Quantity): number => quantity.high ?? Number.POSITIVE_INFINITY;

/** Whether what was offered lies within what was wanted; an offer that reaches into the wanted range does. */
export function covers(wanted: Quantity, offered: Quantity): boolean {
  return lowest(offered) <= highest(wanted) && highest(offered) >= lowest(wanted);
}

/** The steps in which people round amounts below a bound; larger ones by their first digit, small ones not at all. */
const STEPS: readonly { readonly below: number; readonly step: number }[] = [
  { below: 10, step: 0 },
  { below: 50, step: 10 },
  { below: 200, step: 50 },
  { below: 2_000, step: 100 },
];
/** Who takes an offer of less than this share of the least that was asked for does not mind a low one at all. */
const NO_LOWER_BOUND = 1 / 3;

const stepAt = (value: number): number =>
  STEPS.find(({ below }) => value < below)?.step ?? 10 ** Math.floor(Math.log10(value));

function rounded(value: number, round: (value: number) => number): number {
  const step = stepAt(value);
  return step === 0 ? value : round(value / step) * step;
}

/**
 * A wish after its user has taken an offer outside of it: just so wide that the offer lies within, at the round number next to
 * it. A wished-for score becomes a lower bound, for nobody minds more; any other exact number gives way to the offered one.
 */
export function widen(wanted: Quantity, offered: Quantity): Quantity {
  if (covers(wanted, offered)) return wanted;
  const { low, high, ...kept } = wanted;
  const value = offered.low ?? offered.high ?? 0;
  if (highest(offered) < lowest(wanted)) {
    if (isExact(wanted)) return wanted.dimension === 'score' ? { ...kept, low: value } : offered;
    if (high === undefined) return { ...kept, low: rounded(value, Math.floor) };
    if (value === 0) return offered;
    return value < lowest(wanted) * NO_LOWER_BOUND
      ? { ...kept, high }
      : { ...kept, low: rounded(value, Math.floor), high };
  }
  if (isExact(wanted) && wanted.high !== 0) return offered;
  const up = rounded(value, Math.ceil);
  return low === undefined || wanted.high === 0 ? { ...kept, high: up } : { ...kept, low, high: up };
}
