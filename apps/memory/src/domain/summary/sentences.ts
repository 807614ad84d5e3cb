/** Abbreviations whose point ends nothing. */
const ABBREVIATION = /\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|No|vs|etc|e\.g|i\.e|a\.m|p\.m|U\.S|Inc|Ltd|Co|[A-Z])\.$/;
const END = /[。！？!?；;…\n]+["”’'」』）)]*|\.+["”’')]*(?=\s|$)/g;

/** A sentence of a text, without its closing mark; offsets count in the text. */
export interface Sentence {
  readonly text: string;
  readonly asks: boolean;
}

/** The sentences of a text, Chinese and English, in order; a point inside a number, a file's name or an abbreviation ends none. */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  const take = (until: number, end: number, asks: boolean): void => {
    const body = text.slice(from, until).trim();
    from = end;
    if (/[\p{L}\p{N}]/u.test(body)) found.push({ text: body, asks });
  };
  for (const { index, 0: mark } of text.matchAll(END)) {
    if (mark.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(0, index - 8), index + 1))) continue;
    const closing = /["”’'」』）)]+$/.exec(mark)?.[0] ?? '';
    take(index + (closing === '' ? 0 : mark.length), index + mark.length, /[?？]/.test(mark));
  }
  take(text.length, text.length, false);
  return found;
}

const CLAUSE = /，|,(?=\s|[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]),|——|\s-\s/g;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a sentence between its commas; none that stands inside one of the spans (“June 8, 2024”) parts anything. */
export function clausesOf(sentence: string, whole: readonly Span[] = []): ({ readonly text: string } & Span)[] {
  const clauses: ({ text: string } & Span)[] = [];
  let start = 0;
  const take = (end: number): void => {
    const text = sentence.slice(start, end).trim();
    if (text !== '') clauses.push({ text, start, end });
  };
  for (const { index, 0: mark } of sentence.matchAll(CLAUSE)) {
    if (whole.some((span) => span.start <= index && index < span.end)) continue;
    take(index);
    start = index + mark.length;
  }
  take(sentence.length);
  return clauses;
}
