import { sameJson, type JsonRecord } from '@plinth/json-schema';
import { loss, type Loss } from './loss';

const LOWEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const HIGHEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const SAID = ['pattern', 'format', 'multipleOf'];

/** Ranges that became narrower, and forms that were added or changed. */
export function lostLimits(before: JsonRecord, after: JsonRecord, at: string): readonly Loss[] {
  return [
    ...LOWEST.filter((keyword) => isTighter(after[keyword], before[keyword], 1)),
    ...HIGHEST.filter((keyword) => isTighter(after[keyword], before[keyword], -1)),
    ...SAID.filter((keyword) => keyword in after && !sameJson(before[keyword], after[keyword])),
    ...(after.uniqueItems === true && before.uniqueItems !== true ? ['uniqueItems'] : []),
  ].map((keyword) => loss(`${at}/${keyword}`, snake(keyword), said(before[keyword]), said(after[keyword])));
}

function isTighter(now: unknown, before: unknown, direction: 1 | -1): boolean {
  if (typeof now !== 'number') return false;
  return typeof before !== 'number' || (now - before) * direction > 0;
}

const said = (value: unknown): string => (value === undefined ? 'not limited' : JSON.stringify(value));
const snake = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
