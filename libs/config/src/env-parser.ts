/** In place of a default: unset gives `undefined`. */
export const optional = Symbol('optional');

export type Fallback<T> = T | typeof optional;
export type Parsed<T, F> = F extends typeof optional ? T | undefined : T;

export type Parsing<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly rule: string };

/** How the text of a variable becomes a value. */
export interface EnvParser<T> {
  /** What to write, in the words that follow “must be”. For people; it never repeats what was written. */
  readonly form: string;
  /** The default as one would write it; empty when there is none. */
  readonly fallback: string;
  /** `undefined` for a variable that is not set. */
  parse(text: string | undefined): Parsing<T>;
}

interface ParserParts<T, F extends Fallback<T>> {
  readonly form: string;
  readonly fallback: F;
  /** The value, or undefined when the text is not of the form. */
  readonly read: (text: string) => T | undefined;
  /** The default as one would write it. */
  readonly write?: (value: T) => string;
  /** Says more than the form about a text that is known to go wrong. */
  readonly explain?: (text: string) => string | undefined;
}

export function envParser<T, F extends Fallback<T>>(parts: ParserParts<T, F>): EnvParser<Parsed<T, F>> {
  const { form, fallback, read, write = String, explain } = parts;
  const unset = (fallback === optional ? undefined : fallback) as Parsed<T, F>;
  return {
    form,
    fallback: unset === undefined ? '' : write(unset),
    parse(text) {
      if (text === undefined) return { ok: true, value: unset };
      const value = read(text);
      if (value !== undefined) return { ok: true, value };
      return { ok: false, rule: explain?.(text) ?? `must be ${form}` };
    },
  };
}
