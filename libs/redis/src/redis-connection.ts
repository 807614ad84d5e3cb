import { TransientError } from '@plinth/kernel';
import { Redis } from 'ioredis';

export interface RedisConnectionOptions {
  /** `redis://user:password@host:port`, or `rediss://` for TLS. */
  readonly url: string;
  /** How long a command may take; default 500. */
  readonly commandTimeoutMs?: number;
  /** How long the first connection may take; default 5 000. */
  readonly connectTimeoutMs?: number;
  /** Hears of lost connections and of failures that no caller waits for; default a process warning. */
  readonly report?: (error: unknown) => void;
}

/** A connection that fails fast while the server is away, queues nothing, and comes back by itself. */
export function newConnection(options: RedisConnectionOptions): Redis {
  const redis = new Redis(options.url, {
    lazyConnect: true,
    commandTimeout: options.commandTimeoutMs ?? 500,
    connectTimeout: options.connectTimeoutMs ?? 5_000,
    // A server that takes commands and answers none is left for a new connection.
    socketTimeout: 4 * (options.commandTimeoutMs ?? 500),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // Done by the doorbell, which knows more channels than the connection at times.
    autoResubscribe: false,
    retryStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 6), 2_000),
  });
  redis.on('error', options.report ?? warn);
  return redis;
}

/** Throws TransientError(`redis_unavailable`), and gives up, when the first connection fails. */
export async function connect(redis: Redis): Promise<void> {
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    const failure = translateFailure(error);
    if (!(failure instanceof TransientError)) throw failure;
    const { host, port } = redis.options;
    throw new TransientError('redis_unavailable', `Redis at ${host}:${port} cannot be reached`, { cause: error });
  }
}

/** Server errors that pass: loading, busy with a script, failing over, out of memory. Any other answer of the server is a bug. */
const PASSING = /^(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|OOM)\b/;

/** What a caller sees of a failure: whatever is not an answer of the server means that Redis is away. */
export function translateFailure(error: unknown): unknown {
  const { name, message } = Object(error) as { name?: unknown; message?: unknown };
  if (name === 'ReplyError' && !PASSING.test(String(message))) return error;
  return new TransientError('redis_unavailable', `Redis: ${String(message ?? error)}`, { cause: error });
}

/** Ends a connection whether or not it stands. */
export async function disconnect(redis: Redis): Promise<void> {
  if (redis.status === 'end') return;
  // Between two tries there is nothing that could end: the next one is called off.
  if (redis.status === 'reconnecting') return redis.disconnect();
  const ended = new Promise((resolve) => redis.once('end', resolve));
  redis.disconnect();
  await ended;
}

export const warn = (error: unknown): void => {
  process.emitWarning(String(error), 'RedisWarning');
};
