import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that every log line of a piece of work carries. */
export interface LogContext {
  readonly request_id?: string;
  readonly turn_id?: string;
  readonly session_id?: string;
  readonly message_id?: string;
  readonly service?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work` with these ids, added to those of the surrounding work, on every line that it logs. */
export function withLogContext<T>(ids: LogContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...ids }, work);
}

export function logContext(): LogContext {
  return storage.getStore() ?? {};
}

const quiet = new AsyncLocalStorage<true>();

/**
 * Runs `work` without its verbose lines: what is below `warn` is not written, whoever logs it and however late the work comes to it. For
 * measurements that writing would distort.
 */
export function quietly<T>(work: () => T): T {
  return quiet.run(true, work);
}

export const isQuiet = (): boolean => quiet.getStore() === true;
