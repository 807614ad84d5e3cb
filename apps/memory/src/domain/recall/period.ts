/** A stretch of time that a question names; ms UTC, end exclusive. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
  /** As the question says it. */
  readonly text: string;
  /** Which expression of the question it reads; the first of its readings in which anything happened is meant. */
  readonly expression: number;
}
