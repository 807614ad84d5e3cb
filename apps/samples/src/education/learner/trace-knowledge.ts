/** Of a skill that is learned in attempts; the names of the paper. */
export interface TracingParameters {
  /** P(L0): known before the first attempt. */
  readonly known: number;
  /** P(T): learned by an attempt. */
  readonly learns: number;
  /** P(S): wrong although known. */
  readonly slips: number;
  /** P(G): right although unknown. */
  readonly guesses: number;
}

/** From here on a concept counts as mastered. */
export const MASTERED = 0.8;

/** That a concept is known after these answers, oldest first (Bayesian knowledge tracing, Corbett & Anderson 1995). */
export function traceKnowledge(
  { known, learns, slips, guesses }: TracingParameters,
  answers: readonly boolean[],
): number {
  return answers.reduce((before, correct) => {
    const ifKnown = before * (correct ? 1 - slips : slips);
    const ifNot = (1 - before) * (correct ? guesses : 1 - guesses);
    const after = ifKnown / (ifKnown + ifNot);
    return after + (1 - after) * learns;
  }, known);
}
