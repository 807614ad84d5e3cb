import { MIGRATION_LIMIT_MS, runStatement, runTransaction } from '../run-transaction';
import { type EveryTenant, type Scope, scopeStatements } from '../scope';
import { SqlDatabase } from '../sql-database';
import type { SqlExecutor } from '../sql-executor';
import { serviceRole, sqlName } from '../sql-name';
import { StatementNames } from '../statement-names';
import { assertOutsideTransaction } from '../transaction-guard';
import type { PgliteEngine } from './pglite-engine';

export interface PgliteDatabaseOptions {
  readonly schema: string;
  /** Default `plinth_<schema>`. */
  readonly role?: string;
  /** How long a transaction may hold the one session; default 60 000. */
  readonly transactionLimitMs?: number;
}

/** One service's view of the shared engine: every statement runs in a transaction that first becomes the service's role. */
export class PgliteDatabase extends SqlDatabase {
  readonly schema: string;
  readonly role: string;
  private readonly begin: string;
  private readonly beginAsOwner: string;
  private readonly limitMs: number;
  private readonly names: StatementNames;
  private readonly subscriptions = new Set<() => Promise<void>>();

  constructor(
    private readonly engine: PgliteEngine,
    options: PgliteDatabaseOptions,
  ) {
    super();
    this.schema = options.schema;
    this.role = options.role ?? serviceRole(options.schema);
    this.limitMs = options.transactionLimitMs ?? 60_000;
    this.names = new StatementNames(`${this.schema} ${this.role}`);
    const path = `SET LOCAL search_path = ${sqlName(this.schema)}, public;`;
    this.begin = `BEGIN; SET LOCAL ROLE ${sqlName(this.role)}; ${path}`;
    this.beginAsOwner = `BEGIN; SET LOCAL ROLE NONE; ${path}`;
  }

  async query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    scope?: Scope | EveryTenant,
  ): Promise<Row[]> {
    assertOutsideTransaction(this.engine);
    const begin = `${this.begin} ${scopeStatements(scope)}`;
    return this.engine.withConnection(this.names, (connection) => runStatement<Row>(connection, begin, text, values));
  }

  async transaction<T>(work: (tx: SqlExecutor) => Promise<T>, scope?: Scope | EveryTenant): Promise<T> {
    return this.run(`${this.begin} ${scopeStatements(scope)}`, this.limitMs, work);
  }

  async asOwner<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    return this.run(this.beginAsOwner, MIGRATION_LIMIT_MS, work);
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    assertOutsideTransaction(this.engine);
    const end = await this.engine.listen(channel, onPayload);
    this.subscriptions.add(end);
    return async () => {
      this.subscriptions.delete(end);
      await end();
    };
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  /** Ends this view's subscriptions; the engine stays open for the others and is closed by who opened it. */
  async close(): Promise<void> {
    const ends = [...this.subscriptions];
    this.subscriptions.clear();
    await Promise.all(ends.map((end) => end()));
  }

  private async run<T>(begin: string, limitMs: number, work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    assertOutsideTransaction(this.engine);
    const frame = { source: this.engine, begin, limitMs };
    return this.engine.withConnection(this.names, (connection) => runTransaction(connection, frame, work));
  }
}
