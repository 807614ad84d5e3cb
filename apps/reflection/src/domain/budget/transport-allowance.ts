/** Share of a new measurement in the running mean: about the last twenty count. */
const WEIGHT = 0.1;
const LEAST_MS = 5;
/** Beyond this the way itself is the trouble, and a check would never get a budget. */
const MOST_MS = 250;

/** What is known of the way of a message: running mean and mean deviation, in milliseconds. */
export interface TransportTimes {
  readonly meanMs: number;
  readonly deviationMs: number;
}

export const UNMEASURED: TransportTimes = { meanMs: 20, deviationMs: 10 };

/** Folds the time that one command took from its sender to its handler into what is known. */
export function measured(times: TransportTimes, oneWayMs: number): TransportTimes {
  const way = Math.max(0, oneWayMs);
  const deviationMs = times.deviationMs + WEIGHT * (Math.abs(way - times.meanMs) - times.deviationMs);
  return { meanMs: times.meanMs + WEIGHT * (way - times.meanMs), deviationMs };
}

/**
 * What must remain of the budget for the verdict's way back: mean + 4 × mean deviation, the estimate that TCP uses for
 * its time-outs (RFC 6298), within 5 … 250 ms. So a partial verdict arrives in time instead of a whole one too late.
 */
export function allowanceMs({ meanMs, deviationMs }: TransportTimes): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, meanMs + 4 * deviationMs));
}
