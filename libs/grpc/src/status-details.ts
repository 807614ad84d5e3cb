import { join } from 'node:path';
import type { ErrorBody } from '@plinth/kernel';
import { loadProtos, messageOf } from './load-protos';

/** Who gives the codes. */
const DOMAIN = 'plinth';
const protos = loadProtos(join(__dirname, '../proto'), ['google/rpc/status.proto', 'google/rpc/error_details.proto']);

/** A refusal or failure as `google.rpc.Status` in bytes, for `grpc-status-details-bin`: what HTTP says in its error body. */
export function statusDetails(code: number, error: ErrorBody, requestId: string): Buffer {
  const { field, rule, message, retryable } = error;
  const named = { ...(field === undefined ? {} : { field }), ...(rule === undefined ? {} : { rule }) };
  const details = [
    detail('ErrorInfo', {
      reason: error.code,
      domain: DOMAIN,
      metadata: { ...named, retryable: String(retryable) },
    }),
    detail('RequestInfo', { request_id: requestId }),
  ];
  if (field !== undefined)
    details.push(detail('BadRequest', { field_violations: [{ field, description: message, reason: rule ?? '' }] }));
  if (retryable) details.push(detail('RetryInfo', { retry_delay: { seconds: 1 } }));
  return encoded('Status', { code, message, details });
}

function detail(type: string, value: object): object {
  return { type_url: `type.googleapis.com/google.rpc.${type}`, value: encoded(type, value) };
}

function encoded(type: string, value: object): Buffer {
  return messageOf(protos, `google.rpc.${type}`).serialize(value);
}
