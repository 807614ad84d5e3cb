import type { Json } from '@plinth/kernel';
import { typeOf, type Difference, type DifferenceKind } from './compare-results';
import type { OutputShape } from './output-shape';

/** A difference as it is kept and shown: it holds nothing that a user or a record of his has said. */
export interface RedactedDifference {
  /** With dots; `*` for a position in a list and for a field that the schema does not write out. */
  readonly path: string;
  readonly kind: DifferenceKind;
  readonly baseline: string;
  readonly candidate: string;
  /** Of numbers: how far the candidate is from the baseline, as a share of it. */
  readonly relative?: number;
}

/**
 * Tells of a value what the contract's own words tell: booleans, nulls and words of an enumeration as they are, codes of errors, and of
 * everything else its type and size.
 */
export function redactDifference(root: OutputShape, difference: Difference): RedactedDifference {
  const { path, kind, baseline, candidate } = difference;
  const { shape, names } = namesOf(root, path);
  const told = (value: Json | undefined) =>
    kind === 'outcome' && typeof value === 'string' ? value : wordFor(shape, value);
  return {
    path: names.join('.'),
    kind,
    baseline: told(baseline),
    candidate: told(candidate),
    ...relativeOf(baseline, candidate),
  };
}

function namesOf(root: OutputShape, path: readonly string[]) {
  let shape = root;
  const names = path.map((part) => {
    const written = shape.writesOut(part);
    const isPosition = part === '*' || /^\d+$/.test(part);
    shape = !written && isPosition ? shape.element() : shape.field(part);
    return written ? part : '*';
  });
  return { shape, names };
}

function wordFor(shape: OutputShape, value: Json | undefined): string {
  if (typeof value === 'boolean' || value === null) return String(value);
  if ((typeof value === 'string' || typeof value === 'number') && shape.hasWord(value)) return String(value);
  if (typeof value === 'string') return `text of ${value.length}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return `object of ${Object.keys(value).length}`;
  return typeOf(value);
}

function relativeOf(baseline: Json | undefined, candidate: Json | undefined): { readonly relative?: number } {
  if (typeof baseline !== 'number' || typeof candidate !== 'number' || baseline === 0) return {};
  const relative = (candidate - baseline) / Math.abs(baseline);
  return Number.isFinite(relative) ? { relative: Number(relative.toPrecision(3)) } : {};
}
