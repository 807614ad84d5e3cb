import { HttpException } from '@nestjs/common';
import { errorBodyOf, PermanentError, TransientError } from '@plinth/kernel';
import { bodyParserAnswer } from './body-parser-answer';
import type { FailureAnswer } from './failure-answer';
import { HttpRefusal, STATUS_OF } from './http-refusal';

const RETRY_SOON = { 'Retry-After': '1' };

export function answerFailure(thrown: unknown): FailureAnswer {
  if (thrown instanceof HttpRefusal) return refusalAnswer(thrown);
  if (thrown instanceof TransientError) {
    return { status: 503, error: errorBodyOf(thrown), headers: RETRY_SOON, log: 'warn' };
  }
  if (thrown instanceof PermanentError) {
    const blamesInput = thrown.detail.field !== undefined;
    return { status: blamesInput ? 422 : 500, error: errorBodyOf(thrown), log: blamesInput ? 'none' : 'error' };
  }
  const known = thrown instanceof HttpException ? frameworkAnswer(thrown) : bodyParserAnswer(thrown);
  return known ?? { status: 500, error: errorBodyOf(thrown), log: 'error' };
}

function refusalAnswer({ refusal, retryAfterSeconds }: HttpRefusal): FailureAnswer {
  const status = STATUS_OF[refusal.kind];
  const answer = { status, error: refusal.error, log: 'none' } as const;
  if (refusal.kind === 'overloaded' || refusal.kind === 'unavailable') {
    return { ...answer, headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) } };
  }
  return refusal.kind === 'unauthenticated' ? { ...answer, headers: { 'WWW-Authenticate': 'Bearer' } } : answer;
}

/** For a path that has routes, but none for the method. */
export function methodNotAllowed(allowed: readonly string[]): FailureAnswer {
  const error = { code: 'method_not_allowed', message: 'The route does not take this method.', retryable: false };
  return { status: 405, error, headers: { Allow: allowed.join(', ') }, log: 'none' };
}

const FRAMEWORK: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['invalid_request', 'The request is malformed.'],
  404: ['not_found', 'There is no such route.'],
  415: ['unsupported_media_type', 'Send JSON in UTF-8 with Content-Type: application/json.'],
};

/** Nest's own exceptions: an unknown route, or a wrapped error of the body parser. Their texts quote the input: replaced. */
function frameworkAnswer(thrown: HttpException): FailureAnswer | undefined {
  const status = thrown.getStatus();
  const parser = bodyParserAnswer(thrown.cause);
  if (parser || status >= 500) return parser;
  const [code, message] = FRAMEWORK[status] ?? ['invalid_request', 'The request cannot be answered as it is.'];
  return { status, error: { code, message, retryable: false }, log: 'none' };
}
