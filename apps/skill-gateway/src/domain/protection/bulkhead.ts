/**
 * Bounds the calls that a provider has under way at once (S6); pure. A caller is a number of its own.
 * 1. `running` never exceeds `maxConcurrent`, nor the callers that wait `maxWaiting`.
 * 2. Places are given in the order of arrival, and a freed one goes to who waits before anybody who comes.
 * 3. Nobody waits while a place is free, as long as the limits stay the same.
 */
export interface Bulkhead {
  readonly running: number;
  readonly waiting: readonly number[];
}

export interface BulkheadLimits {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
}

export const EMPTY_BULKHEAD: Bulkhead = { running: 0, waiting: [] };

export interface Entering {
  readonly bulkhead: Bulkhead;
  readonly entered: 'at_once' | 'waits' | 'full';
}

export function enter(bulkhead: Bulkhead, caller: number, { maxConcurrent, maxWaiting }: BulkheadLimits): Entering {
  const { running, waiting } = bulkhead;
  if (running < maxConcurrent && waiting.length === 0)
    return { bulkhead: { running: running + 1, waiting }, entered: 'at_once' };
  if (waiting.length >= maxWaiting) return { bulkhead, entered: 'full' };
  return { bulkhead: { running, waiting: [...waiting, caller] }, entered: 'waits' };
}

/** A call has ended: its place goes to `next`, if anybody waits and the limit, which may have fallen meanwhile, allows it. */
export function leave(
  { running, waiting }: Bulkhead,
  { maxConcurrent }: BulkheadLimits,
): { readonly bulkhead: Bulkhead; readonly next: number | undefined } {
  const [next, ...others] = waiting;
  if (next === undefined || running > maxConcurrent)
    return { bulkhead: { running: running - 1, waiting }, next: undefined };
  return { bulkhead: { running, waiting: others }, next };
}

/** Somebody waits no longer. */
export function giveUp({ running, waiting }: Bulkhead, caller: number): Bulkhead {
  return { running, waiting: waiting.filter((other) => other !== caller) };
}
