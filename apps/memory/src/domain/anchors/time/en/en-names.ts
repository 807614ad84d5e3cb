const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Names of months that mean nothing else, abbreviated ones with their full stop. */
export const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\b\\.?)';
export const WEEKDAY =
  '(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|(?:mon|tues|tue|wed|thurs|thur|thu|fri)\\b\\.?)';

const starts = (names: readonly string[], text: string | undefined) =>
  names.indexOf((text ?? '').slice(0, 3).toLowerCase()) + 1;

/** 1–12, and 0 for what is no month. */
export const monthOf = (text: string | undefined): number => starts(MONTHS, text);
/** Monday 1 … Sunday 7, and 0 for what is no weekday. */
export const weekdayOf = (text: string | undefined): number => starts(WEEKDAYS, text);

export type Which = 'past' | 'future' | 'this';

/** Words that pick an occurrence: `by` in units from the present one. */
export const REF =
  '(?<ref>this (?:past|coming|very)|this|current|the current|next|last|previous|prior|past|preceding|coming|upcoming|following|same)';

export function refOf(text: string | undefined): { readonly by: number; readonly near?: 'past' | 'future' } {
  const word = text?.toLowerCase() ?? '';
  if (word === 'this past' || word === 'past') return { by: -1, near: 'past' };
  if (word === 'this coming' || word === 'coming' || word === 'upcoming') return { by: 1, near: 'future' };
  if (/^(?:last|previous|prior|preceding)$/.test(word)) return { by: -1 };
  if (/^(?:next|following)$/.test(word)) return { by: 1 };
  return { by: 0 };
}

export function whichOf(text: string | undefined): Which {
  const { by } = refOf(text);
  return by < 0 ? 'past' : by > 0 ? 'future' : 'this';
}
