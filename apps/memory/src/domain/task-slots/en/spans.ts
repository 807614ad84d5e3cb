/** A stretch of a text; `value` is what a slot takes, mostly the text as said. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Stands for a character of a value that has been read already: the end of any name before it. */
export const READ = '\uE000';

export function spanOf(match: RegExpMatchArray, group = 'value'): Span {
  const value = match.groups?.[group] ?? match[0];
  const start = (match.index ?? 0) + match[0].indexOf(value);
  return { start, end: start + value.length, value };
}

export function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    masked += text.slice(at, start) + READ.repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
}

/** The patterns' matches in order of the text; of two that overlap the one of the earlier pattern stays. */
export function findAll(text: string, patterns: readonly RegExp[]): Span[] {
  const found: Span[] = [];
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const span = spanOf(match);
      if (!found.some((other) => span.start < other.end && other.start < span.end)) found.push(span);
    }
  return found.sort((a, b) => a.start - b.start);
}
