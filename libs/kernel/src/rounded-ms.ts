/** A duration as answers show it: milliseconds with two decimals at most. */
export function roundedMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}
