import { PermanentError, TransientError } from '@plinth/kernel';
import { UniqueViolation } from './unique-violation';

/** SQLSTATEs, or their classes, after which the same work may succeed. Source: PostgreSQL manual, appendix A. */
const TRANSIENT: readonly (readonly [RegExp, string])[] = [
  [/^(08...|53...|57P0[1-5]|25P03|25P04|25006)$/, 'postgres_unavailable'],
  [/^(40001|40P01|55P03)$/, 'postgres_conflict'],
  [/^57014$/, 'postgres_timeout'],
  [
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/,
    'postgres_unavailable',
  ],
];

/** What the driver says, without a code, when the connection is gone or cannot be had. */
const DRIVER_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/** A statement prepared earlier fits no more: the connection forgot it, or a migration changed its result. */
const isStalePreparation = ({ code, message }: ErrorLike) =>
  code === '26000' || (code === '0A000' && message.includes('cached plan'));

/** What a caller sees of a failure of the driver or the server; anything without a known meaning is a bug and is passed on. */
export function translateFailure(error: unknown): unknown {
  if (!isErrorLike(error)) return error;
  const { code } = error;
  if (code === '23505') return new UniqueViolation(error.constraint ?? 'unknown', { cause: error });
  if (code === '22021' || code === '22P05')
    return new PermanentError(
      'invalid_text',
      'PostgreSQL cannot store this text.',
      { rule: 'nul_character' },
      { cause: error },
    );
  if (isStalePreparation(error)) return transient('postgres_conflict', error);
  const known = TRANSIENT.find(([pattern]) => pattern.test(code ?? ''))?.[1];
  if (known !== undefined) return transient(known, error);
  return DRIVER_LOST.test(error.message) ? transient('postgres_unavailable', error) : error;
}

/** Whether the connection may serve again after this (untranslated) failure: only if the server answered with a plain error. */
export function sparesConnection(error: unknown): boolean {
  if (!isErrorLike(error) || error.code === undefined || isStalePreparation(error)) return false;
  return /^[0-9A-Z]{5}$/.test(error.code) && !/^(08...|57P0[1-5]|25P03|25P04|EPIPE)$/.test(error.code);
}

const transient = (code: string, cause: ErrorLike) =>
  new TransientError(code, `PostgreSQL: ${cause.message || (cause.code ?? 'unreachable')}`, { cause });

/** What driver and sockets throw. Told by its shape: errors of Node's core are of another realm in some test environments. */
interface ErrorLike {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
}
const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
