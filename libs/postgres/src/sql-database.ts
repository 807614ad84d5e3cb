import type { EveryTenant, Scope } from './scope';
import type { SqlExecutor } from './sql-executor';

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
