import type { Json } from '@plinth/kernel';

/** Whether a value proves nothing though it is there: null, a text that shows nothing, an object without properties (S16). An empty list may be a finding. */
export const saysNothing = (value: Json): boolean =>
  value === null ||
  (typeof value === 'string' && !/[^\s\p{C}]/u.test(value)) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);
