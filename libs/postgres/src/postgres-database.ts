import { Client, Pool, type PoolClient } from 'pg';
import { Connection } from './connection';
import { translateFailure } from './failure';
import { PostgresListener } from './postgres-listener';
import { connectionConfig, type PostgresOptions } from './postgres-options';
import { MIGRATION_LIMIT_MS, runStatement, runTransaction } from './run-transaction';
import { type EveryTenant, type Scope, scopeStatements } from './scope';
import { SqlDatabase } from './sql-database';
import type { SqlExecutor } from './sql-executor';
import { serviceRole } from './sql-name';
import { StatementNames } from './statement-names';
import { assertOutsideTransaction } from './transaction-guard';
import { warn } from './warn';

/** PostgreSQL over a pool of connections, each opened as the service's role. Connects when first used. */
export class PostgresDatabase extends SqlDatabase {
  readonly schema: string;
  readonly role: string;
  private readonly pool: Pool;
  private readonly listener: PostgresListener;
  private readonly names = new StatementNames('plinth');
  private closing: Promise<void> | undefined;

  constructor(private readonly options: PostgresOptions) {
    super();
    this.schema = options.schema;
    this.role = options.role ?? serviceRole(options.schema);
    const report = options.report ?? warn;
    const config = connectionConfig(options, 'service');
    this.pool = new Pool({ ...config, max: options.poolSize ?? 10 });
    // The pool listens to idle connections only; an unheard 'error' of a borrowed one would end the process.
    this.pool.on('connect', (client) => client.on('error', ignoreSinceItsStatementFails));
    this.pool.on('error', report);
    this.listener = new PostgresListener(config, report);
  }

  async query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    scope?: Scope | EveryTenant,
  ): Promise<Row[]> {
    assertOutsideTransaction(this.pool);
    const begin = scope === undefined ? undefined : `BEGIN; ${scopeStatements(scope)}`;
    return this.withConnection((connection) =>
      begin === undefined ? connection.query<Row>(text, values) : runStatement<Row>(connection, begin, text, values),
    );
  }

  async transaction<T>(work: (tx: SqlExecutor) => Promise<T>, scope?: Scope | EveryTenant): Promise<T> {
    assertOutsideTransaction(this.pool);
    const begin = `BEGIN; ${scopeStatements(scope)}`;
    const limitMs = this.options.transactionLimitMs ?? 60_000;
    return this.withConnection((connection) => runTransaction(connection, { source: this.pool, begin, limitMs }, work));
  }

  async asOwner<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    assertOutsideTransaction(this.pool);
    const client = new Client(connectionConfig(this.options, 'owner'));
    client.on('error', ignoreSinceItsStatementFails);
    try {
      await translated(() => client.connect());
      const connection = new Connection(client, new StatementNames('owner'));
      return await runTransaction(connection, { source: this.pool, begin: 'BEGIN', limitMs: MIGRATION_LIMIT_MS }, work);
    } finally {
      await client.end();
    }
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.listener.listen(channel, onPayload);
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.closing ??= Promise.all([this.listener.close(), this.pool.end()]).then(() => undefined);
    return this.closing;
  }

  private async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client: PoolClient = await translated(() => this.pool.connect());
    const connection = new Connection(client, this.names);
    try {
      return await work(connection);
    } finally {
      client.release(connection.spoiled);
    }
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateFailure(error);
  }
}

const ignoreSinceItsStatementFails = (): void => undefined;
