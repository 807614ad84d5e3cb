import { median } from './robust-statistics';

/** Of one value: beyond it no value weighs more, so that one lost reading sets no chart off. */
const CLIP = 4;
/** Half of the shift that is looked for, and the sum that is an alarm, in standard deviations (Page 1954). */
const SLACK = 0.5;
const DECISION = 12;

export interface CusumAlarm {
  readonly direction: 'up' | 'down';
  /** Behind the last value before the alarm that was near normal, and not before the sum was last zero. */
  readonly onset: number;
}

/** The first alarm of the two one-sided cumulative sums of standardised values. */
export function cusumAlarm(values: readonly number[]): CusumAlarm | undefined {
  const sums = { up: { sum: 0, onset: 0 }, down: { sum: 0, onset: 0 } };
  for (const [index, value] of values.entries()) {
    const clipped = Math.max(-CLIP, Math.min(CLIP, value));
    for (const direction of ['up', 'down'] as const) {
      const side = sums[direction];
      side.sum = Math.max(0, side.sum + (direction === 'up' ? clipped : -clipped) - SLACK);
      if (side.sum === 0) side.onset = index + 1;
      if (side.sum > DECISION)
        return { direction, onset: Math.max(side.onset, behindLastNormal(values, index, direction)) };
    }
  }
  return undefined;
}

const NORMAL = 1.5;

function behindLastNormal(values: readonly number[], alarm: number, direction: 'up' | 'down'): number {
  const sign = direction === 'up' ? 1 : -1;
  return values.slice(0, alarm + 1).findLastIndex((value) => value * sign < NORMAL) + 1;
}

const WEIGHT = 0.2;
const WIDTH = 5;

/** The exponentially weighted moving average of standardised values, and whether it is beyond its limit (Roberts 1959). */
export function ewma(values: readonly number[]): { readonly mean: number; readonly out: boolean }[] {
  const limit = WIDTH * Math.sqrt(WEIGHT / (2 - WEIGHT));
  let mean = 0;
  return values.map((value) => {
    mean += WEIGHT * (Math.max(-CLIP, Math.min(CLIP, value)) - mean);
    return { mean, out: Math.abs(mean) > limit };
  });
}

const SPIKE = 6;

/** One value far from the median of its neighbours (Hampel 1974), in standardised values. */
export function isSpike(values: readonly number[], at: number): boolean {
  const around = values.slice(Math.max(0, at - 3), at + 4);
  return Math.abs((values[at] ?? 0) - median(around)) > SPIKE;
}

/** The longest run of equal values. */
export function longestRun(values: readonly number[]): { readonly from: number; readonly length: number } {
  let longest = { from: 0, length: 0 };
  let from = 0;
  for (const [index, value] of values.entries()) {
    if (value !== values[from]) from = index;
    if (index - from + 1 > longest.length) longest = { from, length: index - from + 1 };
  }
  return longest;
}
