import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';
import { histogram, zero } from '@plinth/telemetry';

/** Counts every call of the methods, `package.Service/Method`, by the status that its caller got, whoever gave it. */
export function countCalls(methods: readonly string[]): ServerInterceptor {
  const counted = new Set(methods);
  zero('rpc_server_call_duration_seconds', { rpc_method: methods, rpc_response_status_code: [status[status.OK]] });
  return ({ path }, call) => {
    const method = path.slice(1);
    if (!counted.has(method)) return new ServerInterceptingCall(call);
    const beganMs = performance.now();
    let isOver = false;
    const ended = (code: status): void => {
      if (isOver) return;
      isOver = true;
      histogram('rpc_server_call_duration_seconds').observe(
        { rpc_method: method, rpc_response_status_code: status[code] },
        (performance.now() - beganMs) / 1_000,
      );
    };
    const send = call.sendStatus.bind(call);
    // The server ends by itself, past every interceptor, what is too long, is no message or is late.
    call.sendStatus = (told) => {
      ended(told.code ?? status.OK);
      send(told);
    };
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          onCancel: () => ended(status.CANCELLED),
        });
      },
    });
  };
}
