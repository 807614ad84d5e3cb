/** What a statement can be run on: a database (its own transaction) or an open transaction. */
export interface SqlExecutor {
  /**
   * The rows of one statement. With `values` it is prepared once per connection under a name of its own; without, the text may
   * hold several statements and the last one's rows are returned. `int8` comes as number (a value past 2^53 is a bug and throws),
   * `jsonb` parsed, `date` as text; an object among the values is sent as JSON, an array as a PostgreSQL array.
   *
   * Throws TransientError (`postgres_unavailable`, `postgres_conflict`, `postgres_timeout`): the outcome may be unknown;
   * PermanentError(`invalid_text`) for text with U+0000; UniqueViolation; any other failure is a bug and stays as it is.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}
