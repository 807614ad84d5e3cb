import type { Json } from '@plinth/kernel';

/** Why a schema cannot be used. */
export interface SchemaFault {
  /** JSON Pointer to the keyword, or to the schema. */
  readonly at: string;
  /** e.g. `unknown_keyword`, `remote_reference`, `endless_reference`, `too_large`. */
  readonly rule: string;
  /** In words for the author. */
  readonly reason: string;
}

/** One broken rule of a value. */
export interface ValueError {
  /** Names and indexes from the root of the value; those of a missing or unknown property end with its name. */
  readonly path: readonly string[];
  /** The keyword in lower_snake, or `unknown_property`, `not_allowed`, `too_complex`. */
  readonly rule: string;
  /** What the rule asks for, by the schema's own words; never holds the value. */
  readonly params: Readonly<Record<string, Json>>;
}
