import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { firstValueFrom, isObservable, type Observable } from 'rxjs';
import type { Delivery, HandlerResult } from '../delivery';
import type { HandlerTable } from '../engine/engine-options';
import type { MessageFunction } from '../engine/handler-call';
import type { ServiceBus } from '../engine/service-bus';

/**
 * The bus as a Nest transport: `app.connectMicroservice({ strategy: new PlinthBusServer(bus, remainingMs) })`, then
 * `app.startAllMicroservices()`. Handlers are the controllers' methods under `@HandleMessage`.
 */
export class PlinthBusServer extends Server implements CustomTransportStrategy {
  constructor(
    private readonly bus: ServiceBus,
    /** How long it may drain, asked when it begins to. */
    private readonly remainingMs: () => number,
  ) {
    super();
  }

  /** Rejects the start of the application when the broker is away or a topic is missing. */
  async listen(started: (error?: unknown) => void): Promise<void> {
    try {
      await this.bus.start(this.handlerTable());
    } catch (error) {
      started(error);
      return;
    }
    started();
  }

  /** Drains: stops fetching, finishes what was accepted, commits, leaves. Call it before the stores are closed. */
  async close(): Promise<void> {
    await this.bus.close(this.remainingMs());
  }

  checkReady(): Promise<void> {
    return this.bus.checkReady();
  }

  checkAlive(): Promise<void> {
    return this.bus.checkAlive();
  }

  on(): never {
    throw new Error('the bus has no events of its own: ask checkReady and checkAlive');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  private handlerTable(): HandlerTable {
    return new Map([...this.messageHandlers].map(([pattern, handler]) => [pattern, asFunction(handler)]));
  }
}

/** Nest answers with a value, or with an Observable when a filter or an interceptor had a hand in it. */
function asFunction(
  handler: (data: unknown, delivery: Delivery) => Promise<Observable<HandlerResult> | HandlerResult>,
): MessageFunction {
  return async (data, delivery) => {
    const answer = await handler(data, delivery);
    return isObservable(answer) ? firstValueFrom(answer, { defaultValue: undefined }) : answer;
  };
}
