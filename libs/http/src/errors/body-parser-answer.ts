import type { FailureAnswer } from './failure-answer';

/** What the body parser throws: an `http-errors` error with a `type`. */
interface HttpError extends Error {
  readonly status: number;
  readonly type?: string;
  /** Bytes, of a body that is too long. */
  readonly limit?: number;
}

function isHttpError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && 'expose' in thrown;
}

const ANSWERS: Readonly<Record<string, readonly [status: number, code: string, message: string, rule?: string]>> = {
  'entity.parse.failed': [400, 'invalid_json', 'The body is not valid JSON.'],
  'entity.verify.failed': [400, 'invalid_text', 'The body is not valid UTF-8.', 'invalid_utf8'],
  'entity.too.large': [413, 'body_too_large', 'The body is longer than this server takes.', 'max_bytes'],
  'encoding.unsupported': [415, 'unsupported_media_type', 'The content encoding is not known.'],
  'request.aborted': [400, 'request_aborted', 'The request ended before its body.'],
  'request.size.invalid': [400, 'request_aborted', 'The body is not as long as Content-Length says.'],
};

export function bodyParserAnswer(thrown: unknown): FailureAnswer | undefined {
  if (!isHttpError(thrown) || thrown.status >= 500) return undefined;
  const [status, code, message, rule] = ANSWERS[thrown.type ?? ''] ?? [
    400,
    'invalid_request',
    'The request is malformed.',
  ];
  const most = thrown.limit === undefined ? '' : ` It takes ${thrown.limit} bytes.`;
  return {
    status,
    error: { code, message: message + most, retryable: false, ...(rule !== undefined && { rule }) },
    ...(status === 415 && { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } }),
    log: 'none',
  };
}
