/** A vector of a text, with the name of the model that made it; of length 1. */
export interface ModelVector {
  readonly model: string;
  readonly values: readonly number[];
}

/**
 * Where a scale begins and ends: `unrelated` is the score that texts without a relation have on average, `same` that of paraphrases. What
 * lies between is 0…1, so that one floor serves every model: a cosine of 0.62 of one is not that of another.
 */
export interface Calibration {
  readonly unrelated: number;
  readonly same: number;
}

/** Where a raw score lies between what no relation has and what the same has; 0…1. */
export function calibrated(raw: number, { unrelated, same }: Calibration): number {
  return same <= unrelated ? 0 : Math.min(1, Math.max(0, (raw - unrelated) / (same - unrelated)));
}

/** Of a model, by the name that vectors are stored under, or by it without their length: `multilingual-e5-small@384`. */
export function calibrationOf<C extends Calibration>(
  models: Readonly<Record<string, C>>,
  model: string | undefined,
): C | undefined {
  const name = [model, model?.replace(/@\d+$/, '')].find(
    (known) => known !== undefined && Object.hasOwn(models, known),
  );
  return name === undefined ? undefined : models[name];
}
