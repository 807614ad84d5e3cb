import type { JsonRecord } from './json-values';
import type { Evaluated, Place, Run } from './run';

/** One keyword, or some that belong together, ready to ask. */
export type Part = (value: unknown, place: Place | undefined, run: Run, seen: Evaluated) => void;
/** Asks a schema; answers which parts of the value it has spoken of. */
export type Ask = (value: unknown, place: Place | undefined, run: Run) => Evaluated;

/** How the schemas of one document reach each other. */
export interface Asking {
  readonly schema: JsonRecord;
  /** The schema at a keyword of this one, by names from the keyword on. */
  readonly at: (...names: readonly (string | number)[]) => Ask;
  /** The same, for a part of the value: an object there is closed, if objects are. */
  readonly inside: (...names: readonly (string | number)[]) => Ask;
  /** Where `$ref` or `$dynamicRef` of this one leads. */
  readonly reference: (keyword: '$ref' | '$dynamicRef') => Ask;
}
