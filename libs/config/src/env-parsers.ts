import { z } from 'zod';

/** In place of a default: the variable has to be set. */
export const required = Symbol('required');
/** In place of a default: unset gives `undefined`. */
export const optional = Symbol('optional');

export type Fallback<T> = T | typeof required | typeof optional;
export type Parsed<T, F> = F extends typeof optional ? T | undefined : T;

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** `read` returns the value, or undefined when the text breaks `rule`. Rules are for people and never repeat the text. */
function parser<T, F extends Fallback<T>>(fallback: F, rule: string, read: (text: string) => T | undefined) {
  return z.unknown().transform((input, context): Parsed<T, F> => {
    if (input === undefined) {
      if (fallback !== required) return (fallback === optional ? undefined : fallback) as Parsed<T, F>;
      context.addIssue({ code: 'custom', message: `is required (${rule})` });
      return z.NEVER;
    }
    const value = typeof input === 'string' ? read(input) : undefined;
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });
}

function within(value: number, { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): number | undefined {
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
}

const range = ({ min = 0, max }: Bounds): string =>
  max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;

/** A whole number; `min` is 0 unless given. */
export function envInt<F extends Fallback<number>>(fallback: F, bounds: Bounds = {}) {
  return parser<number, F>(fallback, `must be a whole number ${range(bounds)}`, (text) =>
    /^-?\d{1,16}$/.test(text) ? within(Number(text), bounds) : undefined,
  );
}

const unitMs: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds, or a number with ms, s, m, h or d. The result and the bounds are milliseconds. */
export function envDurationMs<F extends Fallback<number>>(fallback: F, bounds: Bounds = {}) {
  return parser<number, F>(fallback, `must be a duration such as 500, 500ms or 20s, ${range(bounds)} ms`, (text) => {
    const match = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text);
    return match ? within(Number(match[1]) * (unitMs[match[2] ?? ''] ?? NaN), bounds) : undefined;
  });
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

export function envBool<F extends Fallback<boolean>>(fallback: F) {
  return parser<boolean, F>(fallback, 'must be true or false', (text) => booleans[text.toLowerCase()]);
}

/** An absolute URL, kept as written. `schemes` such as `['http', 'https']` (the default). */
export function envUrl<F extends Fallback<string>>(fallback: F, schemes: readonly string[] = ['http', 'https']) {
  return parser<string, F>(
    fallback,
    `must be a URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`,
    (text) => {
      const url = URL.parse(text);
      return url && schemes.includes(url.protocol.slice(0, -1)) && url.host !== '' ? text : undefined;
    },
  );
}

/** Texts parted by commas, blanks around them dropped; `item` is the pattern that each has to match. */
export function envList<F extends Fallback<readonly string[]>>(fallback: F, item = /^\S.*$/, itemRule = 'texts') {
  return parser<readonly string[], F>(fallback, `must be a list of ${itemRule} parted by commas`, (text) => {
    const items = text.split(',').map((part) => part.trim());
    return items.every((part) => item.test(part)) ? items : undefined;
  });
}

export function envEnum<const V extends string, F extends Fallback<V>>(values: readonly V[], fallback: F) {
  return parser<V, F>(fallback, `must be one of ${values.join(', ')}`, (text) =>
    values.find((value) => value === text),
  );
}

/** Any text of one line; `pattern` and its rule in words narrow it. */
export function envText<F extends Fallback<string>>(
  fallback: F,
  pattern = /^[^\r\n\0]+$/,
  rule = 'must be a text of one line',
) {
  return parser<string, F>(fallback, rule, (text) => (pattern.test(text) ? text : undefined));
}
