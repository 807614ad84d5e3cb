import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  collectProcessMetrics,
  createLogger,
  failActiveSpan,
  metricsContentType,
  metricsText,
  nameHttpSpan,
  setActiveSpanAttributes,
  withService,
  type Logger,
} from '@plinth/telemetry';
import type { Skill } from '../define-skill';
import { InProcessEffectMemory, type EffectMemory } from '../effect-memory';
import { callSkill, failure, skillRequest, type SkillAnswer } from './call-skill';

export interface SkillServerOptions {
  /** The `service` of its logs and spans, e.g. `samples`. */
  readonly name: string;
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** Where results of effects are remembered by key; in process by default. */
  readonly effects?: EffectMemory;
}

export interface SkillServer {
  readonly url: string;
  /** Stops accepting, waits for the calls under way, closes. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024;

/** Serves skills: `POST /skills/<name>/<version>`, `GET /manifests`, `/healthz`, `/readyz`, `/metrics`. */
export async function startSkillServer(skills: readonly Skill[], options: SkillServerOptions): Promise<SkillServer> {
  const logger = createLogger({ service: options.name });
  collectProcessMetrics();
  const routes = new Map(skills.map((skill) => [`/skills/${skill.manifest.name}/${skill.manifest.version}`, skill]));
  const effects = options.effects ?? new InProcessEffectMemory();
  const server = createServer((request, response) => {
    withService(options.name, () => respond(options.name, request, routes, effects))
      .catch((error: unknown) => {
        failActiveSpan(error);
        logger.error({ err: error }, 'A skill failed outside of its contract');
        return failure(500, 'internal', 'The skill failed; the log of its provider has the cause.', false);
      })
      .then((answer) => write(response, answer))
      .catch((error: unknown) => logger.warn({ err: error }, 'The answer of a skill could not be written'));
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host ?? '127.0.0.1'}:${port}`, close: () => close(server, logger) };
}

async function respond(
  service: string,
  request: IncomingMessage,
  routes: ReadonlyMap<string, Skill>,
  effects: EffectMemory,
): Promise<SkillAnswer | string> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (request.method === 'GET') return read(path, routes);
  const skill = routes.get(path);
  if (request.method !== 'POST' || !skill) return failure(404, 'unknown_skill', `No skill at ${path}.`, false);
  describeCall(service, skill);
  const body = await readBody(request);
  if (body === undefined) return failure(413, 'body_too_large', `A body holds at most ${MAX_BODY_BYTES} bytes.`, false);
  const parsed = skillRequest.safeParse(parseJson(body));
  if (!parsed.success)
    return failure(
      400,
      'invalid_request',
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      false,
    );
  const gone = new AbortController();
  request.once('close', () => {
    if (!request.complete) gone.abort();
  });
  return callSkill(skill, parsed.data, single(request, 'idempotency-key'), effects, gone.signal);
}

/** The SERVER span is the HTTP instrumentation's, which knows neither routes nor skills. */
function describeCall(service: string, { manifest }: Skill): void {
  nameHttpSpan('POST', '/skills/:name/:version');
  setActiveSpanAttributes({ service, skillName: manifest.name, skillVersion: manifest.version });
}

async function read(path: string, routes: ReadonlyMap<string, Skill>): Promise<SkillAnswer | string> {
  if (path === '/manifests')
    return { status: 200, body: { skills: [...routes.values()].map((skill) => skill.manifest) } };
  if (path === '/healthz' || path === '/readyz') return { status: 200, body: { status: 'ok' } };
  if (path === '/metrics') return metricsText();
  return failure(404, 'not_found', `Nothing at ${path}.`, false);
}

/** The body as text, or undefined when it is too long; the rest is then read and dropped, so that the answer arrives. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function single(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function write(response: ServerResponse, answer: SkillAnswer | string): void {
  if (typeof answer === 'string') {
    response.writeHead(200, { 'content-type': metricsContentType }).end(answer);
    return;
  }
  response
    .writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(answer.body));
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

function close(server: Server, logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    server.close((error) => {
      if (error) logger.warn({ err: error }, 'The skill server was not open');
      resolve();
    });
    server.closeIdleConnections();
  });
}
