/** Why a text cannot be stored: PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8. */
export type TextFault = 'nul_character' | 'lone_surrogate';

/** The first fault of a text, or undefined; edges refuse such a text by name instead of altering it. */
export function textFault(text: string): TextFault | undefined {
  if (text.includes('\u0000')) return 'nul_character';
  if (!text.isWellFormed()) return 'lone_surrogate';
  return undefined;
}

export type InputTextFault = TextFault | 'control_character';

/** Such as U+0007 or U+001B: nobody says them and no page shows them. Tabs, line ends and form feeds are text. */
const CONTROL = /(?!\s)\p{Cc}/u;

/** The first fault of a text that comes in from outside. */
export const inputTextFault = (text: string): InputTextFault | undefined =>
  textFault(text) ?? (CONTROL.test(text) ? 'control_character' : undefined);

/** Deeper JSON than any contract has; code that walks a value by recursion may rest on it where this was asked first. */
export const MAX_DEPTH = 32;

/** Why a value cannot be carried on though its texts can: it nests too deep, no JSON can write the number (`1e400`), or the name is lost by whoever copies the object. */
export type ValueFault = 'max_depth' | 'not_finite' | 'reserved_name';

/** Where a value cannot be stored, and why. The path of an object's key is that of the object. */
export interface FaultyPlace<F extends string = TextFault> {
  readonly path: readonly string[];
  readonly fault: F | ValueFault;
}

/** The first text of a JSON value that cannot be stored, keys included, or the first place with another fault. */
export const textFaultAt = (value: unknown): FaultyPlace | undefined => placeOfFault(value, textFault, []);

/** The same for what people and programs send in, where no control character has a meaning. */
export const inputFaultAt = (value: unknown): FaultyPlace<InputTextFault> | undefined =>
  placeOfFault(value, inputTextFault, []);

function placeOfFault<F extends string>(
  value: unknown,
  faultOf: (text: string) => F | undefined,
  path: readonly string[],
): FaultyPlace<F> | undefined {
  if (typeof value === 'string') {
    const fault = faultOf(value);
    return fault && { path, fault };
  }
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, fault: 'not_finite' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH) return { path, fault: 'max_depth' };
  for (const [key, part] of Object.entries(value)) {
    if (key === '__proto__') return { path: [...path, key], fault: 'reserved_name' };
    const found = placeOfFault(key, faultOf, path) ?? placeOfFault(part, faultOf, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

export const utf8Bytes = (text: string): number => Buffer.byteLength(text, 'utf8');
