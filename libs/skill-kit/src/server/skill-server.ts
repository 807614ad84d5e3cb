import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { collectProcessMetrics, createLogger, failActiveSpan, withService } from '@plinth/telemetry';
import type { EffectMemory } from '../effect-memory';
import type { Skill } from '../skill';
import type { grpcDoor, GrpcDoorOptions } from './grpc-door';
import { failure, write } from './http-answer';
import { answerRequest } from './http-routes';
import { ServedSkills } from './served-skills';

export interface SkillServerOptions {
  /** The `service` of its logs and spans, e.g. `samples`. */
  readonly name: string;
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** Serves `plinth.skills.v1.SkillProvider` at this port, too; 0: any free one. */
  readonly grpcPort?: number;
  /** Where results of effects are remembered by key; in process by default. */
  readonly effects?: EffectMemory;
  /** How long `close` waits for the calls under way; 10,000 by default. */
  readonly drainTimeoutMs?: number;
}

export interface SkillServer {
  readonly url: string;
  /** `grpc://host:port`, where gRPC was asked for. */
  readonly grpcUrl?: string;
  /** Takes no new call, waits for those under way, for `drainTimeoutMs` at most, cuts what is left. */
  close(): Promise<void>;
}

/** A request has this long to arrive whole. */
const REQUEST_TIMEOUT_MS = 30_000;
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Serves skills over HTTP: `POST /skills/<name>/<version>`, `GET /skills/<name>/<version>/effects/<key>?tenant=`, `/manifests`,
 * `/healthz`, `/readyz`, `/metrics`; and over gRPC where a port is given, the same skills with the same memory and limits. A client that
 * goes away aborts the signal of its call.
 */
export async function startSkillServer(skills: readonly Skill[], options: SkillServerOptions): Promise<SkillServer> {
  const { name, drainTimeoutMs = DRAIN_TIMEOUT_MS } = options;
  const logger = createLogger({ service: name });
  collectProcessMetrics();
  const served = new ServedSkills(name, skills, options.effects);
  let closed: Promise<void> | undefined;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    withService(name, () => answerRequest(request, served, gone.signal))
      .catch((error: unknown) => {
        if (!gone.signal.aborted || request.complete) {
          failActiveSpan(error);
          logger.error({ err: error }, 'A skill failed outside of its contract');
        }
        return failure(500, 'internal', 'The skill failed; the log of its provider has the cause.');
      })
      .then((answer) => write(response, answer, { last: closed !== undefined || !request.complete }))
      .catch((error: unknown) => logger.warn({ err: error }, 'The answer of a skill could not be written'));
  });
  const host = options.host ?? '127.0.0.1';
  const grpc =
    options.grpcPort === undefined
      ? undefined
      : await openGrpc(served, options.grpcPort, { host, drainTimeoutMs, logger });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    ...(grpc && { grpcUrl: grpc.url }),
    close: () => (closed ??= Promise.all([close(server, drainTimeoutMs), grpc?.door.close()]).then(() => undefined)),
  };
}

interface GrpcDoorModule {
  readonly grpcDoor: typeof grpcDoor;
}

/** Loaded by those alone who want it: gRPC brings the edge of the services with it. */
async function openGrpc(served: ServedSkills, port: number, options: GrpcDoorOptions) {
  const door = ((await import(join(__dirname, 'grpc-door'))) as GrpcDoorModule).grpcDoor(served, options);
  return { door, url: `grpc://${await door.listen(port)}` };
}

function listen(server: Server, options: SkillServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server, drainTimeoutMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
