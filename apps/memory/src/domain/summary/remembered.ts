import { LRUCache } from 'lru-cache';
import type { Said } from './said';

/** Readings that are kept; of a long session every sentence of its summary, of many sessions at once. */
const KEPT = 8_000;
/** Longer texts are not sentences, and are read anew. */
const LONGEST = 400;

/**
 * A pure reading of a text, carried out once: a window reads the sentences of its summary again with every turn, and reading one takes
 * milliseconds. What it answers is shared and must not be changed.
 */
export function remembered<T extends object>(read: (text: string, said: Said) => T): (text: string, said: Said) => T {
  const known = new LRUCache<string, T>({ max: KEPT });
  return (text, said) => {
    if (text.length > LONGEST) return read(text, said);
    const name = `${said.nowMs} ${said.timeZone} ${text}`;
    const before = known.get(name);
    if (before) return before;
    const answer = read(text, said);
    known.set(name, answer);
    return answer;
  };
}
