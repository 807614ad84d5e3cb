/** Requests that one command makes at most, however it goes. */
export const MAX_TRIES = 3;
const BASE_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;

/**
 * How long to wait before the next try, or undefined when there is none: no try is left, or it would begin after the
 * deadline. Exponential with equal jitter (half fixed, half random); `random` is in [0, 1), `tries` counts those made.
 */
export function delayBeforeNext(tries: number, leftMs: number, random: number): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  const fullMs = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (tries - 1));
  const delayMs = fullMs / 2 + (random * fullMs) / 2;
  return delayMs < leftMs ? delayMs : undefined;
}
