import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, Server } from 'node:http';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { REQUEST_BOUNDS } from '@plinth/config';
import { PermanentError, RandomIds, tenantId, type IdSource } from '@plinth/kernel';
import { collectProcessMetrics, NestLogger, type Logger } from '@plinth/telemetry';
import type { Request, Response } from 'express';
import { EdgeAdapter } from './edge-adapter';
import { allowedMethods } from './errors/allowed-methods';
import { answerBrokenRequests, hostRequired } from './errors/broken-requests';
import { ErrorFilter } from './errors/error-filter';
import { HealthRegistry } from './health/health-registry';
import { healthRoutes } from './health/health-routes';
import { HttpApp } from './http-app';
import { ApiKeys } from './identity/api-keys';
import { AuthGuard } from './identity/auth-guard';
import { KeyAuthenticator, LoopbackAuthenticator, type Authenticator } from './identity/authenticator';
import { localIdentity } from './identity/identity';
import { isLoopback } from './identity/loopback';
import { jsonOnly } from './input/json-only';
import { longBodyOf, type LongBodies } from './input/long-bodies';
import type { ApiTitle } from './openapi/openapi-document';
import { openApiRoute } from './openapi/openapi-route';
import { AdmitRequests } from './overload/admit-requests';
import { EdgeAdmission } from './overload/edge-admission';
import { requestIds } from './request-id';
import { requestMetrics } from './request-metrics';

export interface HttpAppOptions {
  readonly logger: Logger;
  /** The slice of the platform configuration that the edge reads. */
  readonly config: {
    readonly profile: 'embedded' | 'cluster';
    readonly host: string;
    readonly apiKeysFile: string | undefined;
    readonly defaultTenant: string;
    /** Unset: 5 s in the cluster profile, where an endpoint is taken out some time after readiness fails; none otherwise. */
    readonly drainDelayMs?: number | undefined;
    readonly drainTimeoutMs: number;
    /** Requests under way at once, and those that wait for it; REQUEST_BOUNDS unless set. */
    readonly requestsInFlight?: number;
    readonly requestsQueue?: number;
  };
  readonly ids?: IdSource;
  readonly longBodies?: readonly LongBodies[];
  /** How the document at /openapi.json is headed. */
  readonly api?: ApiTitle;
}

type RootModule = Type | DynamicModule | ForwardReference;
/** Longer bodies get 413. */
const BODY_LIMIT_BYTES = 256 * 1_024;
/** Longer than the idle time of common load balancers, so that they close first and never write into a closing socket. */
const KEEP_ALIVE_MS = 65_000;
const API: ApiTitle = { title: 'Plinth', version: '0.1.0' };
const DRAIN_DELAY_MS = { cluster: 5_000, embedded: 0 } as const;

/**
 * A Nest application with what every edge shares: request ids, bounded JSON bodies, authentication, one error shape,
 * health and metrics. The module has to import HealthModule. Call `listen`, and `close` at the end.
 * Throws PermanentError `api_keys_required` for an address that others reach when there is no key file.
 */
export async function createHttpApp(module: RootModule, options: HttpAppOptions): Promise<HttpApp> {
  const { logger, config } = options;
  const keys = await openKeys(options);
  const authenticator = authenticatorOf(options, keys);
  const app = await NestFactory.create<NestExpressApplication>(module, new EdgeAdapter(), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const ids = options.ids ?? new RandomIds();
  const health = app.get(HealthRegistry, { strict: false });
  app.disable('x-powered-by');
  app.use(healthRoutes(health));
  app.use(openApiRoute(app, options.api ?? API));
  app.disable('etag');
  const { router } = app.getHttpAdapter().getInstance();
  app.use(requestMetrics(() => router.stack));
  app.use(requestIds(ids));
  app.use(edgeHeaders(health));
  app.use(hostRequired);
  app.use(jsonOnly);
  const json = {
    limit: BODY_LIMIT_BYTES,
    type: ['application/json', 'application/*+json'],
    verify: refuseBrokenUtf8,
  };
  const longBodies = options.longBodies ?? [];
  app.use(knownBeforeLongBodies(authenticator, longBodies));
  for (const long of longBodies) {
    const type = (request: IncomingMessage) => longBodyOf(request, longBodies) === long;
    app.useBodyParser('json', { ...json, limit: long.maxBytes, type });
  }
  app.useBodyParser('json', json);
  app.useGlobalFilters(new ErrorFilter(logger, (path) => allowedMethods(router.stack, path)));
  app.useGlobalGuards(new AuthGuard(authenticator));
  const { requestsInFlight = REQUEST_BOUNDS.inFlight, requestsQueue = REQUEST_BOUNDS.queue } = config;
  const admission = new EdgeAdmission({ inFlight: requestsInFlight, queue: requestsQueue });
  app.useGlobalInterceptors(new AdmitRequests(admission));
  collectProcessMetrics();
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  answerBrokenRequests(server, ids);
  const drainDelayMs = config.drainDelayMs ?? DRAIN_DELAY_MS[config.profile];
  return new HttpApp(app, { health, authenticator, admission }, { ...config, drainDelayMs }, () => keys?.close());
}

/** A stranger does not make this process hold a long body. */
function knownBeforeLongBodies(authenticator: Authenticator, longBodies: readonly LongBodies[]) {
  return (request: Request, _response: Response, next: () => void): void => {
    if (longBodyOf(request, longBodies)) authenticator.authenticate(request.headers);
    next();
  };
}

/** Nothing is for a cache to keep; and a kept connection would go on to a process that is about to end. */
function edgeHeaders(health: HealthRegistry) {
  return (_request: unknown, response: Response, next: () => void): void => {
    response.setHeader('Cache-Control', 'no-store');
    if (health.isStopping) response.setHeader('Connection', 'close');
    next();
  };
}

async function openKeys({ config, logger }: HttpAppOptions): Promise<ApiKeys | undefined> {
  if (config.apiKeysFile !== undefined) return ApiKeys.open(config.apiKeysFile, logger);
  requireKeysBeyondLoopback(config);
  return undefined;
}

/** For whoever opens stores first: throws PermanentError `api_keys_required` as `createHttpApp` would. */
export function requireKeysBeyondLoopback(config: Pick<HttpAppOptions['config'], 'host' | 'apiKeysFile'>): void {
  if (config.apiKeysFile !== undefined || isLoopback(config.host)) return;
  const message =
    'A server on an address that others reach needs API keys: set PLINTH_API_KEYS, or PLINTH_HOST=127.0.0.1.';
  throw new PermanentError('api_keys_required', message);
}

function authenticatorOf({ config, logger }: HttpAppOptions, keys: ApiKeys | undefined): Authenticator {
  if (config.profile === 'embedded' && !keys)
    return new LoopbackAuthenticator(localIdentity(tenantId(config.defaultTenant)));
  if (!keys) logger.warn('there is no file of API keys (PLINTH_API_KEYS): every request will be refused');
  return new KeyAuthenticator(keys);
}

/** The parser would replace what is not UTF-8; texts are refused, never altered. */
function refuseBrokenUtf8(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (/^utf-?8$/i.test(encoding) && !isUtf8(body)) throw new Error('invalid UTF-8');
}
