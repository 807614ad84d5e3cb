import type { SkillManifest } from '@plinth/contracts';

/** Names of fields and positions in lists, from the root of a result. */
export type Path = readonly string[];

/** How two results of a skill are held against each other; exactly, where nothing is said. */
export interface ComparisonRules {
  ignores(path: Path): boolean;
  /** The relative difference of numbers that counts as none. */
  toleranceAt(path: Path): number;
  /** The similarity from which on texts count as the same; undefined: they must be equal. */
  similarityAt(path: Path): number | undefined;
}

/** What rounding does to a sum that was added up in another order. */
const ROUNDING = 1e-12;

/**
 * The baseline says how it is compared; a candidate is heard only where the baseline says nothing, so that it cannot declare its own
 * faults away. Fields of a receipt are no result: a dry run has no booking number to give.
 */
export function comparisonRules(baseline: SkillManifest, candidate: SkillManifest, dryRun: boolean): ComparisonRules {
  const declared = baseline.compare ?? candidate.compare ?? { ignore: [], tolerance: {}, text: {} };
  const receipts = dryRun ? [...(baseline.receipt?.fields ?? []), ...(candidate.receipt?.fields ?? [])] : [];
  const ignored = [...declared.ignore, ...receipts].map(partsOf);
  const tolerances = Object.entries(declared.tolerance).map(([path, value]) => ({ parts: partsOf(path), value }));
  const similarities = Object.entries(declared.text).map(([path, value]) => ({ parts: partsOf(path), value }));
  return {
    ignores: (path) => ignored.some((parts) => covers(parts, path)),
    toleranceAt: (path) => tolerances.find(({ parts }) => covers(parts, path))?.value ?? ROUNDING,
    similarityAt: (path) => similarities.find(({ parts }) => covers(parts, path))?.value,
  };
}

const partsOf = (path: string): Path => path.split('.');

function covers(parts: Path, path: Path): boolean {
  return parts.length === path.length && parts.every((part, at) => part === '*' || part === path[at]);
}
