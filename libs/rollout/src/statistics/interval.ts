/** An estimate with its confidence interval. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** The confidence of every interval that names none. */
export const CONFIDENCE = 0.95;
