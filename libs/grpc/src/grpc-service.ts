import type { Type } from '@nestjs/common';
import { orThrow, parseBody, requireScopes, type Identity } from '@plinth/http';
import type { RequestId } from '@plinth/kernel';
import type { z } from 'zod';

/** Who calls, and with what beside the message. */
export interface GrpcCaller {
  readonly identity: Identity;
  /** The metadata `idempotency-key`. */
  readonly idempotencyKey: string | undefined;
  /** The metadata `x-request-id`, or one given to the call. */
  readonly request: RequestId;
  /** Aborted when the caller has given up, or its deadline is over. */
  readonly signal: AbortSignal;
}

/** Finds the one instance of a controller. */
export type Resolve = <T>(controller: Type<T>) => T;

/** One method: may the caller, is the request right, what is the answer. Rejects with what the route throws over HTTP. */
export type GrpcMethod = (resolve: Resolve, request: unknown, caller: GrpcCaller) => Promise<unknown>;

export interface GrpcService {
  /** With its package: `plinth.memory.v1.MemoryService`. */
  readonly name: string;
  /** Below the folder of the protos. */
  readonly proto: string;
  readonly methods: Readonly<Record<string, GrpcMethod>>;
}

/**
 * The same door over gRPC: calls the handler of an HTTP route, behind the scopes that the route asks for. `call` gives that handler,
 * and can reach no other, a checked request.
 */
export function sameAsRoute<Controller extends object, Route extends keyof Controller & string, Input>(
  controller: Type<Controller>,
  route: Route,
  input: z.ZodType<Input>,
  call: (door: Pick<Controller, Route>, request: Input, caller: GrpcCaller) => unknown,
): GrpcMethod {
  const handler: unknown = Reflect.get(controller.prototype, route);
  if (typeof handler !== 'function') throw new Error(`${controller.name} has no handler ${route}`);
  return async (resolve, request, caller) => {
    requireScopes(caller.identity, [handler, controller]);
    return call(resolve(controller), orThrow(parseBody(input, request)), caller);
  };
}
