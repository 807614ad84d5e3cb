import { escaped } from '../chart/svg';

/** A part of a page; its texts are escaped already. */
export interface Html {
  readonly written: string;
}

type Value = string | number | Html | readonly Html[] | undefined;

/** The one place that makes a page out of text: whatever stands between the braces is a text, unless it is a part already. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { written: parts.map((part, at) => part + writtenOf(values[at])).join('') };
}

function writtenOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'written' in value ? value.written : value.map(({ written }) => written).join('');
}
