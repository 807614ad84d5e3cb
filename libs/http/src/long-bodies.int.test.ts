import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Module, Put } from '@nestjs/common';
import { createLogger } from '@plinth/telemetry';
import { z } from 'zod';
import { createHttpApp, HealthModule, validBody, type HttpApp } from './index';

const body = z.strictObject({ text: z.string() });

@Controller()
class Echo {
  @Put(['v1/long/one', 'v1/short/one'])
  put(@Body(validBody(body)) { text }: z.output<typeof body>) {
    return { length: text.length };
  }
}

@Module({ imports: [HealthModule], controllers: [Echo] })
class TestModule {}

describe('long bodies', () => {
  let folder: string;
  let app: HttpApp;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-long-'));
    const apiKeysFile = join(folder, 'keys.json');
    const key_sha256 = createHash('sha256').update('key').digest('hex');
    await writeFile(apiKeysFile, JSON.stringify([{ key_sha256, tenant: 't', scopes: [], name: 'k' }]));
    const config = {
      profile: 'cluster',
      host: '127.0.0.1',
      apiKeysFile,
      defaultTenant: 't',
      drainDelayMs: 0,
      drainTimeoutMs: 1_000,
    } as const;
    const logger = createLogger({ service: 'memory', level: 'silent' });
    app = await createHttpApp(TestModule, {
      logger,
      config,
      longBodies: [{ below: '/v1/long/', maxBytes: 2_000_000 }],
    });
    url = await app.listen(0);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const put = async (path: string, length: number, key = 'key') => {
    const response = await fetch(`${url}${path}`, {
      method: 'PUT',
      body: JSON.stringify({ text: 'x'.repeat(length) }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    return { status: response.status, body: await response.json() };
  };

  it('are taken where a service says so, up to its limit, and nowhere else', async () => {
    expect(await put('/v1/long/one', 1_500_000)).toEqual({ status: 200, body: { length: 1_500_000 } });
    expect(await put('/v1/long/one', 2_500_000)).toMatchObject({
      status: 413,
      body: { error: { code: 'body_too_large' } },
    });
    expect(await put('/v1/short/one', 1_500_000)).toMatchObject({
      status: 413,
      body: { error: { code: 'body_too_large' } },
    });
    expect(await put('/v1/short/one', 10)).toMatchObject({ status: 200 });
  });

  it('are not read for a caller without a key', async () => {
    expect(await put('/v1/long/one', 2_500_000, 'other')).toMatchObject({
      status: 401,
      body: { error: { code: 'api_key_unknown' } },
    });
  });
});
