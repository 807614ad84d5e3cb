import { ConfigError } from '@plinth/config';
import { PermanentError } from '@plinth/kernel';

export interface StartFailure {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** What a process says that could not start: one line on what to mend where the error says that, else the error with its stack. */
export function startFailure(error: unknown): StartFailure {
  if (error instanceof ConfigError) return { facts: { code: 'config_invalid' }, message: sentence(error) };
  if (!(error instanceof PermanentError)) return { facts: { err: error }, message: 'could not start' };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { facts: { code: error.code, ...cause }, message: sentence(error) };
}

const sentence = ({ message }: Error): string => `could not start: ${message}`;
