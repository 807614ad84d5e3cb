import { PermanentError, TransientError } from '@plinth/kernel';

/** Protocol errors that repetition cannot mend, as kafkajs names them, with our codes. */
const FINAL: Readonly<Record<string, string>> = {
  TOPIC_AUTHORIZATION_FAILED: 'bus_forbidden',
  GROUP_AUTHORIZATION_FAILED: 'bus_forbidden',
  CLUSTER_AUTHORIZATION_FAILED: 'bus_forbidden',
  MESSAGE_TOO_LARGE: 'message_too_large',
  RECORD_LIST_TOO_LARGE: 'message_too_large',
  INVALID_TOPIC_EXCEPTION: 'topic_missing',
};

/** What a failure of kafkajs means to a caller; everything unknown is transient, since the outcome is. */
export function kafkaFailure(doing: string, cause: unknown): TransientError | PermanentError {
  if (cause instanceof TransientError || cause instanceof PermanentError) return cause;
  const type = protocolTypeOf(cause);
  const message = `${doing}: ${cause instanceof Error ? cause.message : String(cause)}`;
  const final = type === undefined ? undefined : FINAL[type];
  return final
    ? new PermanentError(final, message, {}, { cause })
    : new TransientError('bus_unavailable', message, { cause });
}

/** The protocol error at the bottom of an error of kafkajs, such as `LEADER_NOT_AVAILABLE`. */
export function protocolTypeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('type' in error && typeof error.type === 'string') return error.type;
  return error.cause === error ? undefined : protocolTypeOf(error.cause);
}
