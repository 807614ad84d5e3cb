import type { Envelope, TopicName } from '@plinth/contracts';
import { TransientError, type Clock } from '@plinth/kernel';
import type { Delivery, HandlerResult } from '../delivery';
import { remainingMs } from './expiry';
import type { Watchdog } from './watchdog';

/** A handler as the engine calls it; may throw or reject with anything, or never settle. */
export type MessageFunction = (data: unknown, delivery: Delivery) => Promise<HandlerResult> | HandlerResult;

export interface DeliveredMessage {
  readonly envelope: Envelope;
  readonly topic: TopicName;
  readonly appendedAtMs: number;
  readonly attempt: number;
}

/** Everything that a call of a handler needs from its engine. */
export interface CallBounds {
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly timeoutMs: number;
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal;
}

/**
 * Calls a handler within its time: past it the call rejects with TransientError `handler_timeout` and the delivery's
 * signal is aborted; what the abandoned call does later is ignored.
 */
export function callHandler(
  handler: MessageFunction,
  data: unknown,
  message: DeliveredMessage,
  bounds: CallBounds,
): Promise<HandlerResult> {
  return new Promise((resolve, reject) => {
    const timeout = new LazyAbort();
    const watched = bounds.watchdog.watch(() => {
      const error = new TransientError('handler_timeout', `the handler took longer than ${bounds.timeoutMs} ms`);
      reject(error);
      timeout.abort(error);
    });
    invoke(handler, data, deliveryOf(message, timeout, bounds)).then(
      (result) => {
        bounds.watchdog.release(watched);
        resolve(result);
      },
      (error: unknown) => {
        bounds.watchdog.release(watched);
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what a handler throws stays as it is
        reject(error);
      },
    );
  });
}

async function invoke(handler: MessageFunction, data: unknown, delivery: Delivery): Promise<HandlerResult> {
  return handler(data, delivery);
}

/** An AbortController that costs nothing until somebody asks for its signal. */
class LazyAbort {
  private controller: AbortController | undefined;
  private reason: Error | undefined;

  abort(reason: Error): void {
    this.reason = reason;
    this.controller?.abort(reason);
  }

  signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason) this.controller.abort(this.reason);
    return this.controller.signal;
  }
}

function deliveryOf(message: DeliveredMessage, timeout: LazyAbort, { clock, stopping }: CallBounds): Delivery {
  const { envelope, topic, appendedAtMs, attempt } = message;
  let signal: AbortSignal | undefined;
  return {
    ...envelope,
    topic,
    attempt,
    appendedAtMs,
    remainingMs: () => remainingMs(envelope, appendedAtMs, clock.now()),
    get signal() {
      return (signal ??= AbortSignal.any([timeout.signal(), stopping]));
    },
  };
}
