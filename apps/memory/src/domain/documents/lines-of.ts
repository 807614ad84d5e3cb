import type { Span } from './document-text';

export interface Line extends Span {
  /** Without the line break. */
  readonly text: string;
  readonly blank: boolean;
}

/** The lines of a text; `end` includes the line break, so that they tile the text. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, end).replace(/\r?\n$/, '');
    lines.push({ start, end, text: line, blank: line.trim() === '' });
    start = end;
  }
  return lines;
}
