import { TYPES, type ValueError } from '@plinth/json-schema';
import type { Json, JsonObject } from '@plinth/kernel';
import { changedAt, valueAt, without } from './places';
import { folded, nearestName } from './nearest-name';
import type { RepairKind } from './repair';

/** One change that would mend one error, with no choice in it. */
export interface Mending {
  readonly args: JsonObject;
  readonly path: readonly string[];
  readonly kind: RepairKind;
}

/** Undefined when there is none, or more than one. */
export function mendingOf(args: JsonObject, error: ValueError): Mending | undefined {
  if (error.rule === 'unknown_property') return knownName(args, error);
  const found = valueAt(args, error.path);
  if (found === undefined) return undefined;
  const replaced = error.rule === 'type' ? ofType(found, typesOf(error)) : ofWords(found, error);
  if (!replaced) return undefined;
  const [value, kind] = replaced;
  return { args: changedAt(args, error.path, value), path: error.path, kind };
}

type Replaced = readonly [value: Json, kind: RepairKind] | undefined;

const typesOf = ({ params }: ValueError): readonly string[] =>
  Array.isArray(params.types) ? params.types.map(String) : [];

function ofType(value: Json, types: readonly string[]): Replaced {
  const written = typeof value === 'string' ? writtenValue(value) : undefined;
  if (written && types.some((type) => TYPES[type]?.(written[0]))) return written;
  if (!types.includes('array') || value === null) return undefined;
  const looksLikeList = typeof value === 'string' && /^\s*\[/.test(value);
  return looksLikeList ? undefined : [[value], 'element_for_list'];
}

const WORDS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, 是: true, 真: true },
  ...{ false: false, no: false, 否: false, 假: false },
};

/** What a text says, if it is how a number, a truth, a list or an object is written. */
function writtenValue(text: string): Replaced {
  const trimmed = text.trim();
  const word = trimmed.toLowerCase();
  if (Object.hasOwn(WORDS, word)) return [WORDS[word] ?? false, 'boolean_in_text'];
  if (!/^[-\d[{]/.test(trimmed)) return undefined;
  const value = parsed(trimmed);
  if (typeof value === 'number') return isExact(value, trimmed) ? [value, 'number_in_text'] : undefined;
  return typeof value === 'object' && value !== null ? [value, 'json_in_text'] : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a number holds every digit that was written. */
function isExact(value: number, text: string): boolean {
  const digits = (written: string): string =>
    written.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return Number.isFinite(value) && digits(text) === digits(String(value));
}

/** A word of a list of allowed ones, written otherwise. */
function ofWords(value: Json, { rule, params }: ValueError): Replaced {
  if ((rule !== 'enum' && rule !== 'const') || typeof value !== 'string' || !Array.isArray(params.allowed))
    return undefined;
  const allowed: readonly Json[] = params.allowed;
  const matching = allowed.filter((each) => typeof each === 'string' && folded(each) === folded(value));
  if (matching.length === 1 && matching[0] !== undefined) return [matching[0], 'enum_case'];
  const written = writtenValue(value);
  return written && typeof written[0] !== 'object' && allowed.includes(written[0]) ? written : undefined;
}

/** An unknown property under the name that was meant, if that is free; else without it. */
function knownName(args: JsonObject, { path, params }: ValueError): Mending | undefined {
  const name = path.at(-1);
  const around = path.slice(0, -1);
  if (name === undefined) return undefined;
  const value = valueAt(args, path);
  const dropped = without(args, path);
  const nearest = Array.isArray(params.known) ? nearestName(name, params.known.map(String)) : undefined;
  if (nearest === undefined || value === undefined || valueAt(args, [...around, nearest]) !== undefined)
    return { args: dropped, path, kind: 'unknown_property_left_out' };
  return { args: changedAt(dropped, [...around, nearest], value), path, kind: 'property_renamed' };
}
