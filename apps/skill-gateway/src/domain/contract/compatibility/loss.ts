import type { SchemaView } from './schema-view';

/** A way in which values that one schema takes are refused by another. */
export interface Loss {
  /** JSON Pointer into the schema. */
  readonly at: string;
  /** e.g. `type`, `enum`, `required`, `property_missing`, `minimum`, `rewritten`. */
  readonly rule: string;
  /** What the schema that takes them says, and the one that refuses them. */
  readonly taking: string;
  readonly refusing: string;
}

/** How the properties of an object that no schema names are taken. */
export interface Comparing {
  /** `closed`: they are refused, as those of arguments are. */
  readonly objects: 'open' | 'closed';
  /** Pairs of places that were looked at: a schema that refers to itself is compared once. */
  readonly compared: Set<string>;
  /** Compares two schemas inside. */
  readonly inside: (from: SchemaView, to: SchemaView, at: string) => readonly Loss[];
}

export function loss(at: string, rule: string, taking: string, refusing: string): Loss {
  return { at, rule, taking: taking.slice(0, MAX_WORDS), refusing: refusing.slice(0, MAX_WORDS) };
}

const MAX_WORDS = 200;
