/** One action that a text asks for, reports or forbids, in the order in which the text names it. */
export interface Action {
  readonly action: string;
  /** As written, with its place in the text in UTF-16 code units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'asked' | 'done' | 'negated';
  /** What it is done to; of a later action of a chain what the one before it was done to. */
  readonly object?: string;
  /** What it becomes: a format, a language. */
  readonly into?: string;
  /** Whom it reaches: a person's name, an address of mail, a role as written. */
  readonly recipient?: string;
}
