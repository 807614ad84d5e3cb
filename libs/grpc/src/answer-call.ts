import { Metadata, status, type handleUnaryCall, type ServerUnaryCall } from '@grpc/grpc-js';
import { throwRefusal, tooManyRequests, type Authenticator, type EdgeAdmission } from '@plinth/http';
import { requestId, type IdSource, type RequestId } from '@plinth/kernel';
import {
  extractContext,
  setActiveSpanAttributes,
  SpanKind,
  failActiveSpan,
  withLogContext,
  withSpan,
  type Logger,
} from '@plinth/telemetry';
import type { GrpcMethod, Resolve } from './grpc-service';
import { statusDetails } from './status-details';
import { statusOf } from './status-of';

export interface CallSurroundings {
  readonly authenticator: Authenticator;
  readonly admission: EdgeAdmission;
  readonly resolve: Resolve;
  readonly ids: IdSource;
  readonly logger: Logger;
}

type Call = ServerUnaryCall<object, object>;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Everything around a method, once: request id, span, key, deadline, status with its details, log. `name`: `package.Service/Method`. */
export function answerCall(
  name: string,
  method: GrpcMethod,
  surroundings: CallSurroundings,
): handleUnaryCall<object, object> {
  return (call, callback) => {
    const request_id = requestIdOf(call, surroundings.ids);
    const ended = (code: status): void => setActiveSpanAttributes({ rpcStatus: status[code] });
    const head = new Metadata();
    head.set('x-request-id', request_id);
    call.sendMetadata(head);
    const attributes = { rpcSystem: 'grpc', rpcMethod: name, requestId: request_id };
    const work = async (): Promise<void> => {
      try {
        const answer = await answerOf(call, method, surroundings, requestId(request_id));
        ended(call.cancelled ? status.CANCELLED : status.OK);
        callback(null, answer);
      } catch (thrown) {
        const { code, error, log } = statusOf(thrown);
        if (log !== 'none') surroundings.logger[log]({ err: thrown, request_id, code: error.code }, 'call failed');
        if (log !== 'none') failActiveSpan(thrown);
        ended(code);
        const metadata = new Metadata();
        metadata.set('grpc-status-details-bin', statusDetails(code, error, request_id));
        callback({ code, details: error.message, metadata });
      }
    };
    void withLogContext({ request_id }, () =>
      withSpan(name, { kind: SpanKind.SERVER, attributes, parent: parentOf(call), scope: 'grpc' }, work),
    );
  };
}

/** Work whose answer nobody waits for any more is not begun, nor is any that there is no place for. */
async function answerOf(
  call: Call,
  method: GrpcMethod,
  { authenticator, admission, resolve }: CallSurroundings,
  request: RequestId,
): Promise<object> {
  const text = (key: string): string | undefined => textOf(call.metadata, key);
  const [authorization, origin] = [text('authorization'), text('origin')];
  const identity = authenticator.authenticate({
    host: call.getHost(),
    ...(authorization === undefined ? {} : { authorization }),
    ...(origin === undefined ? {} : { origin }),
  });
  setActiveSpanAttributes({ tenant: identity.tenant });
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort());
  const place = await admission.enter((left) => call.once('cancelled', left));
  if (call.cancelled) {
    place?.leave();
    return {};
  }
  if (!place) return throwRefusal(tooManyRequests('overloaded'));
  const caller = { identity, idempotencyKey: text('idempotency-key'), request, signal: gone.signal };
  const answer = await method(resolve, plain(call.request), caller).finally(() => place.leave());
  return typeof answer === 'object' && answer !== null ? answer : {};
}

/** A message as the input rules know bodies: an object of its own fields alone. */
function plain(message: object): unknown {
  return JSON.parse(JSON.stringify(message));
}

function requestIdOf({ metadata }: Call, ids: IdSource): string {
  const sent = textOf(metadata, 'x-request-id');
  return sent !== undefined && REQUEST_ID.test(sent) ? sent : ids.next();
}

function parentOf({ metadata }: Call) {
  const [traceparent, tracestate] = [textOf(metadata, 'traceparent'), textOf(metadata, 'tracestate')];
  return extractContext({
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(tracestate === undefined ? {} : { tracestate }),
  });
}

function textOf(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}
