import { refuse, type Refusal } from '@plinth/kernel';

/** What a source's clock has stamped may lie this far ahead and still holds. Milliseconds. */
export const CLOCKS_APART_MS = 300_000;

/** Whether what is stamped so is said to come from the future: kept, it would outdate whatever comes after it. */
export const isAhead = (stampMs: number, nowMs: number): boolean => stampMs > nowMs + CLOCKS_APART_MS;

export const AHEAD = {
  rule: 'not_in_future',
  error: `lies more than ${CLOCKS_APART_MS / 60_000} minutes ahead of the server's clock`,
} as const;

/** `field`: where the stamp stands. */
export const refusedAhead = (field: string): Refusal =>
  refuse('invalid', 'stamp_in_future', `\`${field}\` ${AHEAD.error}.`, { field, rule: AHEAD.rule });
