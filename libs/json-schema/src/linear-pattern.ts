import { RE2JS } from 're2js';
import { toRe2 } from './to-re2';

/** A pattern that runs in time linear in the length of the text, whatever its author wrote. */
export interface LinearPattern {
  matches(text: string): boolean;
  /** Instructions that one character may take. */
  readonly size: number;
}

const MAX_PATTERN_LENGTH = 1_000;

/**
 * Throws with the reason, in words for the author, for a pattern that is none of ECMA-262 or cannot be run in linear time
 * (look-around, back references, more than 1,000 repetitions).
 */
export function linearPattern(source: string): LinearPattern {
  if (source.length > MAX_PATTERN_LENGTH) throw new Error(`is longer than ${MAX_PATTERN_LENGTH} characters`);
  const compiled = RE2JS.compile(toRe2(source));
  return { size: compiled.programSize(), matches: (text) => compiled.matcher(text).find() };
}

/** In steps of a run, each about a microsecond. */
export const matchingCost = ({ size }: LinearPattern, text: string): number => Math.ceil((text.length * size) / 32);
