/** A part of a picture; its texts are escaped already. */
export interface Svg {
  readonly written: string;
}

type Attributes = Readonly<Record<string, string | number>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Whatever it says, it is a text in the picture and never a part of it; what XML 1.0 has no place for is left out. */
export function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex
  const writable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  return writable.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

export function element(name: string, attributes: Attributes, ...children: readonly Svg[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(rounded(value))}"`);
  const inside = children.map((child) => child.written).join('');
  return markup(`<${name}${written.join('')}${children.length === 0 ? '/>' : `>${inside}</${name}>`}`);
}

export function textElement(name: string, attributes: Attributes, text: string): Svg {
  return element(name, attributes, markup(escaped(text)));
}

const rounded = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;

/** The one place that makes a picture out of text. */
const markup = (written: string): Svg => ({ written });
