import type { EveryTenant, Scope } from './scope';

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

/**
 * One service's schema, used as its role, which is bound by row-level security and owns no table (M20).
 *
 * Using the database inside its own transaction callback, other than through `tx`, throws: with one connection it would wait for ever.
 */
export abstract class SqlDatabase implements SqlExecutor {
  /** The schema that unqualified names mean. */
  abstract readonly schema: string;
  /** The role that statements run as. */
  abstract readonly role: string;

  /** One statement in its own transaction. Without a scope, tables with row-level security seem empty and refuse every row. */
  abstract query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    scope?: Scope | EveryTenant,
  ): Promise<Row[]>;

  /**
   * Runs `work` between BEGIN and COMMIT; rolls back when it throws, and throws when a statement failed in it although `work`
   * swallowed the error. BEGIN and the scope travel with the first statement. `tx` throws once `work` has settled.
   */
  abstract transaction<T>(work: (tx: SqlExecutor) => Promise<T>, scope?: Scope | EveryTenant): Promise<T>;

  /** One transaction as the owner of the tables; for migrations only. */
  abstract asOwner<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;

  /**
   * Calls `onPayload` for each NOTIFY on the channel, at most once: a hint to look, never data (T6). Subscribes again by itself after
   * a lost connection; what was rung meanwhile is lost. Answers a function that ends the subscription.
   */
  abstract listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;

  /** Resolves when the server answers; throws TransientError otherwise. */
  abstract ping(): Promise<void>;

  /** Waits for what is running, then frees the connections. */
  abstract close(): Promise<void>;
}
