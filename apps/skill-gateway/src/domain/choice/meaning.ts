import { calibrated, calibrationOf, type Calibration, type ModelVector } from '@plinth/terms';

/**
 * How a model's similarities are read, and what one of 1 adds to a score by words (BM25F), and to the evidence that a skill fits; measured
 * by `npm run eval:skills`. A model that is not named here is not asked about skills: its scale is not known.
 */
export const CHOICE_MODELS: Readonly<Record<string, ModelOfChoice>> = {
  'multilingual-e5-small': { unrelated: 0, same: 0.4, rank: 24, fit: 0 },
};
export interface ModelOfChoice extends Calibration {
  readonly rank: number;
  readonly fit: number;
}

export const modelOfChoice = (model: string | undefined): ModelOfChoice | undefined =>
  calibrationOf(CHOICE_MODELS, model);

/** A question's vector beside those of the skills that have one, by name. */
export interface Meaning {
  readonly question: ModelVector;
  /** The mean vector of `USUAL_QUESTIONS` by the same model. */
  readonly usual: readonly number[];
  readonly skills: ReadonlyMap<string, readonly number[]>;
}

/**
 * How near each skill with a vector is to the question, 0…1; empty for a model without a scale. By the cosine with what the question has
 * beyond the usual ones: some skills lie near every question by a model, and all cosines of some models lie close together.
 */
export function similarities({ question, usual, skills }: Meaning): ReadonlyMap<string, number> {
  const scale = modelOfChoice(question.model);
  if (!scale) return new Map();
  const beyond = question.values.map((value, i) => value - (usual[i] ?? 0));
  const length = Math.hypot(...beyond) || 1;
  return new Map(
    [...skills].map(([name, values]) => [name, calibrated(dotProduct(beyond, values) / length, scale)] as const),
  );
}

/** The mean of vectors of one length; empty without any. */
export function meanVector(vectors: readonly (readonly number[])[]): readonly number[] {
  return (vectors[0] ?? []).map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? 0), 0) / vectors.length);
}

function dotProduct(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
