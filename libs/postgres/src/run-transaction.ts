import { TransientError } from '@plinth/kernel';
import type { Connection } from './connection';
import type { SqlExecutor } from './sql-executor';
import { insideTransaction } from './transaction-guard';

export interface TransactionFrame {
  /** Who lends the connections, for the guard against nested use. */
  readonly source: object;
  /** BEGIN with everything that holds for this transaction alone. */
  readonly begin: string;
  /** How long `work` may take before the transaction is rolled back. */
  readonly limitMs: number;
}

/** The limit of a transaction of `asOwner`. */
export const MIGRATION_LIMIT_MS = 15 * 60_000;

/** BEGIN, one statement and COMMIT in one round trip. */
export async function runStatement<Row>(
  connection: Connection,
  begin: string,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<Row[]> {
  const begun = settled(connection.command(begin));
  const answered = settled(connection.query<Row>(text, values));
  const committed = settled(connection.command('COMMIT'));
  orThrow(await begun);
  const rows = orThrow(await answered);
  orThrow(await committed);
  return rows;
}

/** See SqlDatabase.transaction. BEGIN is not awaited: it travels with the first statement. */
export async function runTransaction<T>(
  connection: Connection,
  frame: TransactionFrame,
  work: (tx: SqlExecutor) => Promise<T>,
): Promise<T> {
  const begun = settled(connection.command(frame.begin));
  const tx = new OpenTransaction(connection);
  try {
    const result = await withLimit(frame.limitMs, () => insideTransaction(frame.source, () => work(tx)));
    tx.over = true;
    orThrow(await begun);
    // PostgreSQL answers ROLLBACK, without an error, when a statement of the transaction had failed.
    if ((await connection.command('COMMIT')) !== 'COMMIT')
      throw new Error('nothing was committed: a statement of the transaction failed and its error was swallowed', {
        cause: tx.firstFailure,
      });
    return result;
  } catch (error) {
    tx.over = true;
    const beginning = await begun;
    const undone = await settled(connection.command('ROLLBACK'));
    if ('failure' in undone) connection.spoiled = true;
    throw 'failure' in beginning ? beginning.failure : error;
  }
}

class OpenTransaction implements SqlExecutor {
  over = false;
  firstFailure: unknown;

  constructor(private readonly connection: Connection) {}

  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    if (this.over) throw new Error('the transaction is over: its callback has settled');
    try {
      return await this.connection.query<Row>(text, values);
    } catch (error) {
      this.firstFailure ??= error;
      throw error;
    }
  }
}

async function withLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TransientError('postgres_timeout', `a transaction was open for ${limitMs} ms and was rolled back`));
    }, limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

type Settled<T> = { readonly value: T } | { readonly failure: unknown };

/** Holds a failure until it is asked for, so that a promise in flight never counts as unhandled. */
const settled = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  );

function orThrow<T>(outcome: Settled<T>): T {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.value;
}
