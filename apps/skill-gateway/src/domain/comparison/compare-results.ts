import type { Json, JsonObject } from '@plinth/kernel';
import { isJsonObject } from '../outcome/json-object';
import type { ComparisonRules, Path } from './comparison-rules';
import type { OutputShape } from './output-shape';
import { textSimilarity } from './text-similarity';

export type DifferenceKind = 'outcome' | 'type' | 'value' | 'text' | 'missing' | 'added' | 'length';

/** Where two results differ, and in what. Holds what users may have said: see `redactDifference`. */
export interface Difference {
  readonly path: Path;
  readonly kind: DifferenceKind;
  readonly baseline: Json | undefined;
  readonly candidate: Json | undefined;
}

export interface Comparison {
  readonly equal: boolean;
  /** The first ones found. */
  readonly differences: readonly Difference[];
  /** How many more there are. */
  readonly leftOff: number;
}

const MAX_DIFFERENCES = 20;
/** A longer set is compared in its order. */
const MAX_SET = 200;

/** Holds two results against each other, as the output schema of the baseline and its rules say (S8). */
export function compareResults(
  shape: OutputShape,
  rules: ComparisonRules,
  baseline: JsonObject,
  candidate: JsonObject,
): Comparison {
  const found = differences({ rules, shape, path: [] }, baseline, candidate);
  return {
    equal: found.length === 0,
    differences: found.slice(0, MAX_DIFFERENCES),
    leftOff: Math.max(0, found.length - MAX_DIFFERENCES),
  };
}

/** A place in both results. */
interface Place {
  readonly rules: ComparisonRules;
  readonly shape: OutputShape;
  readonly path: Path;
}

/** Depth is bounded: what a provider answers was refused beyond it. */
function differences(place: Place, baseline: Json, candidate: Json): readonly Difference[] {
  const { rules, path } = place;
  if (rules.ignores(path)) return [];
  const differ = (kind: DifferenceKind) => [{ path, kind, baseline, candidate }];
  if (typeOf(baseline) !== typeOf(candidate)) return differ('type');
  if (typeof baseline === 'number' && typeof candidate === 'number')
    return near(baseline, candidate, rules.toleranceAt(path)) ? [] : differ('value');
  if (typeof baseline === 'string' && typeof candidate === 'string')
    return sameText(baseline, candidate, rules.similarityAt(path)) ? [] : differ(textKind(rules.similarityAt(path)));
  if (isList(baseline) && isList(candidate)) return ofLists(place, baseline, candidate);
  if (isJsonObject(baseline) && isJsonObject(candidate)) return ofObjects(place, baseline, candidate);
  return baseline === candidate ? [] : differ('value');
}

/** A field that the baseline's schema does not name takes nothing from whoever reads the baseline. */
function ofObjects({ rules, shape, path }: Place, baseline: JsonObject, candidate: JsonObject): readonly Difference[] {
  const added = Object.keys(candidate).filter((field) => !Object.hasOwn(baseline, field) && shape.names(field));
  return [...Object.keys(baseline), ...added].flatMap((field): readonly Difference[] => {
    const at: Place = { rules, shape: shape.field(field), path: [...path, field] };
    const [ours, theirs] = [own(baseline, field), own(candidate, field)];
    if (ours !== undefined && theirs !== undefined) return differences(at, ours, theirs);
    if (rules.ignores(at.path)) return [];
    return [{ path: at.path, kind: theirs === undefined ? 'missing' : 'added', baseline: ours, candidate: theirs }];
  });
}

function ofLists(place: Place, baseline: readonly Json[], candidate: readonly Json[]): readonly Difference[] {
  const longest = Math.max(baseline.length, candidate.length);
  if (place.shape.isSet && longest <= MAX_SET) return ofSets(place, baseline, candidate);
  const { rules, shape, path } = place;
  const lengths = { path, kind: 'length' as const, baseline: baseline.length, candidate: candidate.length };
  const pairs = baseline.flatMap((ours, at): readonly Difference[] => {
    const theirs = candidate[at];
    return theirs === undefined
      ? []
      : differences({ rules, shape: shape.element(), path: [...path, String(at)] }, ours, theirs);
  });
  return baseline.length === candidate.length ? pairs : [lengths, ...pairs];
}

function ofSets({ rules, shape, path }: Place, baseline: readonly Json[], candidate: readonly Json[]): Difference[] {
  const unmatched = [...candidate];
  const missing = baseline.flatMap((ours, at): Difference[] => {
    const place = { rules, shape: shape.element(), path: [...path, String(at)] };
    const match = unmatched.findIndex((theirs) => differences(place, ours, theirs).length === 0);
    if (match < 0) return [{ path: place.path, kind: 'missing', baseline: ours, candidate: undefined }];
    unmatched.splice(match, 1);
    return [];
  });
  const added = unmatched.map((theirs): Difference => ({
    path: [...path, '*'],
    kind: 'added',
    baseline: undefined,
    candidate: theirs,
  }));
  return [...missing, ...added];
}

/** Relative to the baseline; whole numbers and others are numbers alike: 2 and 2.0 are the same. */
function near(baseline: number, candidate: number, tolerance: number): boolean {
  return baseline === candidate || Math.abs(candidate - baseline) <= tolerance * Math.abs(baseline);
}

function sameText(baseline: string, candidate: string, similarity: number | undefined): boolean {
  if (baseline === candidate) return true;
  return similarity !== undefined && textSimilarity(baseline, candidate) >= similarity;
}

const textKind = (similarity: number | undefined): DifferenceKind => (similarity === undefined ? 'value' : 'text');

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const own = (of: JsonObject, field: string): Json | undefined => (Object.hasOwn(of, field) ? of[field] : undefined);

export function typeOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
