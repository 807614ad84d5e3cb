import type { Anchor } from '@plinth/contracts';
import type { Contact } from './people/contact';
import type { Word } from './han-words';

export interface AnchorContext {
  /** When the text was said, and by the clock of which zone (IANA). */
  readonly nowMs: number;
  readonly timeZone: string;
  /** The dictionary's words of the text, with their parts of speech; taken apart at the first call. */
  readonly words: () => readonly Word[];
  /** Whom the user knows. */
  readonly contacts: readonly Contact[];
}

/** Finds the anchors of one kind in a width-folded text; linear in its length, overlaps allowed. */
export type AnchorRule = (text: string, context: AnchorContext) => Anchor[];

export function anchorAt(
  kind: Anchor['kind'],
  text: string,
  start: number,
  end: number,
  value: string,
  unit?: string,
): Anchor {
  return { kind, text: text.slice(start, end), value, start, end, ...(unit === undefined ? {} : { unit }) };
}

/** A text with more matches of one pattern than this is no request: the rest is left unread, so that a hostile text stays cheap. */
const MAX_MATCHES = 128;

/** The matches of a global pattern, in order. */
export function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (++count > MAX_MATCHES) return;
    yield match;
  }
}
