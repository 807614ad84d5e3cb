import type { ClientConfig } from 'pg';
import { corkedSocket } from './corked-socket';
import { serviceRole, sqlName } from './sql-name';
import { columnTypes } from './value-types';

export interface PostgresOptions {
  /** `postgres://login:password@host:port/database`; the login must be able to become `role`. */
  readonly url: string;
  /** The service's schema, first on the search path. */
  readonly schema: string;
  /** Default `plinth_<schema>`. */
  readonly role?: string;
  /** Connections at most; default 10. One more serves `listen`. */
  readonly poolSize?: number;
  /** A statement that runs longer fails with TransientError(`postgres_timeout`); default 10 000. */
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a connection; default 5 000. */
  readonly connectTimeoutMs?: number;
  /** How long a transaction may be open; default 60 000. */
  readonly transactionLimitMs?: number;
  /** Hears of connections lost while idle and of listeners that threw; default a process warning. */
  readonly report?: (error: unknown) => void;
}

/** How every connection is opened. Role and path are start-up parameters: no statement of the service can run before them. */
export function connectionConfig(options: PostgresOptions, as: 'service' | 'owner'): ClientConfig {
  // What the URL says there would win over what is said here, the role included.
  if (new URL(options.url).searchParams.has('options')) throw new Error('the PostgreSQL URL must not carry "options"');
  const role = options.role ?? serviceRole(options.schema);
  // Checked as plain names, which need no quoting here.
  sqlName(role);
  sqlName(options.schema);
  const path = `-c search_path=${options.schema},public`;
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const shared: ClientConfig = {
    connectionString: options.url,
    pipeline: true,
    stream: () => corkedSocket(),
    keepAlive: true,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: role,
    types: columnTypes,
  };
  if (as === 'owner') return { ...shared, options: path };
  return {
    ...shared,
    options: `-c role=${role} ${path}`,
    statement_timeout: statementTimeoutMs,
    // Only reached when the network swallows the server's own answer.
    query_timeout: statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: (options.transactionLimitMs ?? 60_000) + 5_000,
  };
}
