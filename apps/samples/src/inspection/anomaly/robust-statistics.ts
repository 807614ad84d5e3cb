/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Turns the median absolute deviation into the standard deviation of a normal distribution (Rousseeuw & Croux 1993). */
const MAD_TO_SIGMA = 1.4826;

/** The standard deviation of what is normal among the values; up to half of them may be anything. */
export function robustScale(values: readonly number[]): number {
  const middle = median(values);
  return MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - middle)));
}
