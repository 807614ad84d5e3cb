/** An item on the scale of ability. */
export interface Calibrated {
  readonly difficulty: number;
  readonly discrimination: number;
}

/** That a learner solves an item: the two-parameter logistic model (Birnbaum 1968). */
export function successOf(ability: number, { difficulty, discrimination }: Calibrated): number {
  return 1 / (1 + Math.exp(-discrimination * (ability - difficulty)));
}

/** How much an answer to the item tells about an ability (Fisher information). */
export function informationOf(ability: number, item: Calibrated): number {
  const success = successOf(ability, item);
  return item.discrimination ** 2 * success * (1 - success);
}

const GRID = Array.from({ length: 81 }, (_, index) => (index - 40) / 10);

/** The mean of the ability given the answers, before which it is standard normal (expected a posteriori, Bock & Mislevy 1982). */
export function estimateAbility(answers: readonly (Calibrated & { readonly correct: boolean })[]): number {
  const weights = GRID.map((ability) =>
    answers.reduce(
      (weight, answer) => weight * (answer.correct ? successOf(ability, answer) : 1 - successOf(ability, answer)),
      Math.exp((-ability * ability) / 2),
    ),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return GRID.reduce((sum, ability, index) => sum + (ability * (weights[index] ?? 0)) / total, 0);
}
