import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  Post,
  Query,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { PermanentError, refuse, TransientError, type RefusalKind } from '@plinth/kernel';
import { createLogger, logContext } from '@plinth/telemetry';
import { z } from 'zod';
import {
  createHttpApp,
  CurrentIdentity,
  CurrentRequestId,
  HealthModule,
  RequireScope,
  requireFreePort,
  throwRefusal,
  valid,
  validBody,
  type HttpApp,
  type HttpAppOptions,
  type Identity,
} from './index';

jest.setTimeout(30_000);

const turn = z.strictObject({ session_id: z.string(), text: z.string().min(1) });
const page = z.strictObject({ limit: z.coerce.number().int().max(100).default(10) });
const failures: Record<string, () => never> = {
  bug: () => {
    throw new TypeError('the secret of Ms Li');
  },
  store: () => {
    throw new TransientError('store_unavailable', 'The store is away.');
  },
  contract: () => {
    throw new PermanentError('reply_invalid', 'A reply broke its contract.');
  },
  field: () => {
    throw new PermanentError('too_long', 'The text is too long.', { field: 'text', rule: 'max_bytes' });
  },
};
const events: string[] = [];
let release: () => void = () => undefined;

@Injectable()
class Store implements OnModuleDestroy {
  onModuleDestroy(): void {
    events.push('store closed');
  }
}

@Controller('v1')
@RequireScope('turns')
class TurnsController {
  @Post('turns')
  accept(
    @Body(validBody(turn)) body: z.infer<typeof turn>,
    @CurrentRequestId() id: string,
    @CurrentIdentity() caller: Identity,
  ) {
    return { ...body, id, logged: logContext().request_id, tenant: caller.tenant, key: caller.keyName };
  }

  @Get('turns')
  list(@Query(valid(page)) query: z.infer<typeof page>) {
    return query;
  }

  @Get('refusals/:kind')
  refuse(@Param('kind') kind: RefusalKind): never {
    return throwRefusal(refuse(kind, 'no', 'No.'), kind === 'overloaded' ? 7 : undefined);
  }

  @Get('failures/:name')
  fail(@Param('name') name: string): void {
    failures[name]?.();
  }

  @Get('slow')
  async slow(): Promise<string> {
    events.push('slow began');
    await new Promise<void>((resolve) => (release = resolve));
    events.push('slow ended');
    return 'done';
  }

  @Get('admin')
  @RequireScope('admin')
  admin() {
    return {};
  }
}

@Module({ imports: [HealthModule], controllers: [TurnsController], providers: [Store] })
class TestModule {}

const lines: Record<string, unknown>[] = [];
const logger = createLogger({
  service: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line) as never) },
});
const config: HttpAppOptions['config'] = {
  profile: 'embedded',
  host: '127.0.0.1',
  apiKeysFile: undefined,
  defaultTenant: 'default',
  drainTimeoutMs: 1_000,
};

const open: HttpApp[] = [];
async function start(overrides: Partial<HttpAppOptions['config']> = {}): Promise<{ url: string; app: HttpApp }> {
  const app = await createHttpApp(TestModule, { logger, config: { ...config, ...overrides } });
  open.push(app);
  return { url: await app.listen(0), app };
}
beforeEach(() => {
  lines.length = 0;
  events.length = 0;
});
afterEach(async () => {
  release();
  await Promise.all(open.splice(0).map((app) => app.close()));
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { error?: Record<string, unknown> };
  readonly headers: Headers;
}
async function call(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}
const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${url}/v1/turns`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('an answer', () => {
  it('carries the caller’s request id to the handler, the log and the header, and replaces an odd one', async () => {
    const { url } = await start();
    const sent = await post(url, '{"session_id":"s","text":"你好"}', { 'x-request-id': 'req-1' });
    expect(sent).toMatchObject({
      status: 201,
      body: { id: 'req-1', logged: 'req-1', text: '你好', tenant: 'default', key: 'local' },
    });
    expect(sent.headers.get('x-request-id')).toBe('req-1');
    expect(sent.headers.get('x-powered-by')).toBeNull();
    const odd = await post(url, '{"session_id":"s","text":"x"}', { 'x-request-id': 'a b"c' });
    expect(odd.body.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(odd.headers.get('x-request-id')).toBe(odd.body.id);
  });

  it.each([
    ['invalid', 400, {}],
    ['unauthenticated', 401, { 'www-authenticate': 'Bearer' }],
    ['forbidden', 403, {}],
    ['not_found', 404, {}],
    ['conflict', 409, {}],
    ['gone', 410, {}],
    ['outdated', 412, {}],
    ['too_large', 413, {}],
    ['overloaded', 429, { 'retry-after': '7' }],
    ['unavailable', 503, { 'retry-after': '1' }],
  ])('maps a refusal of kind %s to %i', async (kind, status, headers) => {
    const { url } = await start();
    const answer = await call(`${url}/v1/refusals/${kind}`, { headers: { 'x-request-id': 'r' } });
    const retryable = status === 429 || status === 503;
    expect(answer).toMatchObject({
      status,
      body: { error: { code: 'no', message: 'No.', retryable, request_id: 'r' } },
    });
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
    expect(lines).toEqual([]);
  });

  it('hides a bug behind `internal`, and logs it once with its stack and the request id', async () => {
    const { url } = await start();
    const { status, body } = await call(`${url}/v1/failures/bug`, { headers: { 'x-request-id': 'r-bug' } });
    expect([status, body.error?.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(body)).not.toContain('Ms Li');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        request_id: 'r-bug',
        err: expect.objectContaining({ type: 'TypeError', stack: expect.any(String) as string }) as object,
      }),
    ]);
  });

  it('tells a passing failure from a lasting one, and one that blames a field', async () => {
    const { url } = await start();
    const away = await call(`${url}/v1/failures/store`);
    expect(away).toMatchObject({ status: 503, body: { error: { code: 'store_unavailable', retryable: true } } });
    expect(away.headers.get('retry-after')).toBe('1');
    expect(await call(`${url}/v1/failures/contract`)).toMatchObject({
      status: 500,
      body: { error: { code: 'reply_invalid' } },
    });
    expect(await call(`${url}/v1/failures/field`)).toMatchObject({
      status: 422,
      body: { error: { field: 'text', rule: 'max_bytes' } },
    });
    expect(lines.map((line) => line.level)).toEqual(['warn', 'error']);
  });
});

describe('bad input', () => {
  const longText = JSON.stringify({ session_id: 's', text: 'x'.repeat(1_000_000) });

  it.each([
    ['half an object', '{"session_id":', 400, { code: 'invalid_json' }],
    ['a bare text', '"text"', 400, { code: 'invalid_json' }],
    ['nothing', '', 400, { code: 'invalid_request', field: 'session_id', rule: 'required' }],
    [
      'an empty text',
      '{"session_id":"s","text":""}',
      400,
      { code: 'invalid_request', field: 'text', rule: 'min_length' },
    ],
    [
      'an unknown field',
      '{"session_id":"s","text":"x","c":1}',
      400,
      { code: 'invalid_request', field: 'c', rule: 'unknown_field' },
    ],
    [
      'U+0000',
      '{"session_id":"s","text":"a\\u0000"}',
      400,
      { code: 'invalid_text', field: 'text', rule: 'nul_character' },
    ],
    [
      'half a pair',
      '{"session_id":"s","text":"\\ud800"}',
      400,
      { code: 'invalid_text', field: 'text', rule: 'lone_surrogate' },
    ],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 400, { code: 'invalid_request', rule: 'max_depth' }],
    ['1 MB of text', longText, 413, { code: 'body_too_large', rule: 'max_bytes' }],
  ])('answers %s with a structured error and logs nothing', async (_, body, status, error) => {
    const { url } = await start();
    const answer = await post(url, body);
    expect(answer).toMatchObject({ status, body: { error: { ...error, retryable: false } } });
    expect(answer.body.error?.request_id).toBe(answer.headers.get('x-request-id'));
    expect(lines).toEqual([]);
  });

  it('refuses bytes that are not UTF-8 instead of replacing them', async () => {
    const { url } = await start();
    const bytes = Buffer.concat([Buffer.from('{"session_id":"s","text":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await post(url, bytes)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_text', rule: 'invalid_utf8' } },
    });
  });

  it('refuses a body that is not sent as JSON: a web page could send it unasked', async () => {
    const { url } = await start();
    const answer = await post(url, '{"session_id":"s","text":"x"}', { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } });
  });

  it('checks and coerces a query, and knows no other route or escape', async () => {
    const { url } = await start();
    expect((await call(`${url}/v1/turns?limit=5`)).body).toEqual({ limit: 5 });
    expect((await call(`${url}/v1/turns?limit=500`)).body.error).toMatchObject({ field: 'limit', rule: 'max' });
    expect(await call(`${url}/v2/li@example.org`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'There is no such route.' } },
    });
    expect(await call(`${url}/v1/refusals/%E0%A4%A`)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });
});

describe('authentication', () => {
  const entry = (key: string, rest: object) => ({
    key_sha256: createHash('sha256').update(key).digest('hex'),
    tenant: 'acme',
    name: key,
    ...rest,
  });
  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  let folder: string;
  let apiKeysFile: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-keys-'));
    apiKeysFile = join(folder, 'keys.json');
    await writeFile(
      apiKeysFile,
      JSON.stringify([entry('first', { scopes: ['turns'], user_id: 'li' }), entry('none', { scopes: [] })]),
    );
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('asks for a known key, on loopback too, once there is a file of keys', async () => {
    const { url } = await start({ apiKeysFile });
    const bare = await call(`${url}/v1/turns`);
    expect(bare).toMatchObject({ status: 401, body: { error: { code: 'api_key_required' } } });
    expect(bare.headers.get('www-authenticate')).toBe('Bearer');
    expect(await call(`${url}/v1/turns`, bearer('wrong'))).toMatchObject({
      status: 401,
      body: { error: { code: 'api_key_unknown' } },
    });
    expect(await call(`${url}/v1/turns`, bearer('none'))).toMatchObject({
      status: 403,
      body: { error: { code: 'scope_missing' } },
    });
    expect(await call(`${url}/v1/admin`, bearer('first'))).toMatchObject({ status: 403 });
    const known = await post(url, '{"session_id":"s","text":"x"}', bearer('first').headers);
    expect(known).toMatchObject({ status: 201, body: { tenant: 'acme', key: 'first' } });
  });

  it('asks for a key in the cluster profile even on loopback and without a file', async () => {
    const { url } = await start({ profile: 'cluster', drainDelayMs: 0 });
    expect(await call(`${url}/v1/turns`)).toMatchObject({ status: 401 });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn' })]);
  });

  it('K2: takes a changed file within its poll, and keeps the last good keys when the new one is unusable', async () => {
    const { url } = await start({ apiKeysFile });
    const until = async (key: string, status: number): Promise<void> => {
      const deadline = Date.now() + 15_000;
      while ((await call(`${url}/v1/turns`, bearer(key))).status !== status) {
        if (Date.now() > deadline) throw new Error(`${key} never got ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await writeFile(apiKeysFile, JSON.stringify([entry('second', { scopes: ['turns'] })]));
    await until('second', 200);
    await until('first', 401);
    await writeFile(apiKeysFile, '[{"key_sha256":');
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    await until('second', 200);
    expect(lines.filter((line) => line.level === 'error')).toHaveLength(1);
    await rm(apiKeysFile);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await until('second', 200);
    await writeFile(apiKeysFile, JSON.stringify([entry('third', { scopes: ['turns'] })]));
    await until('third', 200);
  }, 60_000);

  it('does not start on an address that others reach without a file of keys, nor with an unusable one', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'api_keys_required' });
    await expect(start({ apiKeysFile: join(folder, 'absent.json') })).rejects.toMatchObject({
      code: 'api_keys_unreadable',
    });
    await writeFile(apiKeysFile, 'x');
    await expect(start({ apiKeysFile })).rejects.toMatchObject({ code: 'api_keys_invalid' });
  });
});

describe('health', () => {
  it('answers probes and metrics without a key', async () => {
    const { url, app } = await start({ profile: 'cluster', drainDelayMs: 0 });
    expect(await call(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok', failing: [] } });
    const remove = app.health.register({ name: 'postgres', check: () => Promise.reject(new Error('away')) });
    expect(await call(`${url}/readyz`)).toMatchObject({
      status: 503,
      body: { failing: [{ name: 'postgres', reason: 'Error' }] },
    });
    expect(await call(`${url}/healthz`)).toMatchObject({ status: 200 });
    remove();
    expect(await call(`${url}/readyz`)).toMatchObject({ status: 200 });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await metrics.text()).toContain('process_cpu_seconds_total');
  });
});

describe('close', () => {
  it('A1: lets an open request end, refuses new ones, and only then closes the stores', async () => {
    const { url, app } = await start();
    const slow = fetch(`${url}/v1/slow`);
    await until(() => events.includes('slow began'));
    const closed = app.close().then(() => events.push('closed'));
    await until(() => app.health.draining.aborted);
    await expect(fetch(`${url}/v1/turns`)).rejects.toThrow();
    expect(events).toEqual(['slow began']);
    release();
    expect(await (await slow).text()).toBe('done');
    await Promise.all([closed, app.close()]);
    expect(events).toEqual(['slow began', 'slow ended', 'store closed', 'closed']);
  });

  it('A1: cuts a request that outlasts the bound', async () => {
    const { url, app } = await start({ drainTimeoutMs: 100 });
    const slow = expect(fetch(`${url}/v1/slow`)).rejects.toThrow();
    await until(() => events.includes('slow began'));
    await app.close();
    await slow;
    expect(events).toContain('store closed');
  });

  it('A3: serves on while readiness fails, for the drain delay, and keeps no connection open meanwhile', async () => {
    const { url, app } = await start({ drainDelayMs: 1_000 });
    expect((await call(`${url}/v1/turns`)).headers.get('connection')).toBe('keep-alive');
    const closed = app.close();
    const ready = await call(`${url}/readyz`);
    expect(ready).toMatchObject({ status: 503, body: { failing: [{ name: 'process', reason: 'stopping' }] } });
    const served = await call(`${url}/v1/turns`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(app.health.draining.aborted).toBe(false);
    await closed;
    expect(app.health.draining.aborted).toBe(true);
    await expect(fetch(`${url}/v1/turns`)).rejects.toThrow();
  });

  it('A3: waits five seconds in the cluster profile unless told otherwise, and not at all embedded', async () => {
    const took = async (profile: 'cluster' | 'embedded'): Promise<number> => {
      const { app } = await start({ profile });
      const began = performance.now();
      await app.close();
      return performance.now() - began;
    };
    expect(await took('embedded')).toBeLessThan(2_000);
    expect(await took('cluster')).toBeGreaterThan(4_900);
  });

  it('says which address is taken when it cannot listen', async () => {
    const { url } = await start();
    const second = await createHttpApp(TestModule, { logger, config });
    open.push(second);
    const taken = Number(new URL(url).port);
    const refusal = { code: 'port_unavailable', message: expect.stringMatching(`${taken} .* is taken: .*PLINTH_PORT`) };
    await expect(second.listen(taken)).rejects.toMatchObject(refusal);
    await expect(requireFreePort('127.0.0.1', taken)).rejects.toMatchObject(refusal);
    await expect(requireFreePort('127.0.0.1', 0)).resolves.toBeUndefined();
    await expect(requireFreePort('192.0.2.1', 0)).rejects.toMatchObject({
      message: expect.stringContaining('PLINTH_HOST'),
    });
  });

  it('says what a service fails on at its start, and blames no port for it', async () => {
    const fault = new PermanentError('policies_invalid', 'The policies are at fault.');
    @Injectable()
    class Failing implements OnModuleInit {
      onModuleInit(): never {
        throw fault;
      }
    }
    const failing = { module: class {}, imports: [HealthModule], providers: [Failing] };
    const app = await createHttpApp(failing, { logger, config });
    await expect(app.listen(0)).rejects.toBe(fault);
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
