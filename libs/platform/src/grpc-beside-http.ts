import { PROTOS } from '@plinth/contracts';
import { GrpcServer, type GrpcService } from '@plinth/grpc';
import type { HttpApp } from '@plinth/http';
import { RandomIds } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';

interface Surroundings {
  readonly config: { readonly host: string; readonly drainTimeoutMs: number };
  readonly logger: Logger;
}

/** gRPC to the application that HTTP serves: the same keys and controllers, drained together. The caller lets it listen. */
export function grpcBesideHttp(
  http: HttpApp,
  services: readonly GrpcService[],
  { config, logger }: Surroundings,
): GrpcServer {
  const server = new GrpcServer({
    services,
    protos: PROTOS,
    ...http.shared,
    resolve: (controller) => http.app.get(controller, { strict: false }),
    ids: new RandomIds(),
    logger,
    host: config.host,
    drainTimeoutMs: config.drainTimeoutMs,
  });
  http.alsoDrain(() => server.close());
  return server;
}
