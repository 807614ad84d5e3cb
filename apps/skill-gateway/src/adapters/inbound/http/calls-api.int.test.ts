import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { startScriptedProvider, type ScriptedHttpProvider } from './scripted-provider.stage';

jest.setTimeout(15_000);

interface Answer {
  readonly status: string;
  readonly result?: { readonly id: string };
  readonly summary?: string;
  readonly attachment?: { readonly id: string; readonly bytes: number; readonly sha256: string };
  readonly error?: { readonly code: string; readonly token: string; readonly summary: string };
}

describe('POST /v1/skills/{name}/invoke', () => {
  let provider: ScriptedHttpProvider;
  let gateway: RunningGateway;
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await rm(gateway.dataDir, { recursive: true, force: true });
  });
  beforeEach(() => void provider.script.splice(0));

  const call = async (skill: string, body: object, key?: string, signal?: AbortSignal) => {
    const response = await fetch(`${gateway.url}/v1/skills/${skill}/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Answer };
  };
  const get = async (path: string) => {
    const response = await fetch(`${gateway.url}${path}`);
    return { status: response.status, body: (await response.json()) as Answer };
  };

  it('S6: reads without a key, for the user that it names, or for nobody', async () => {
    const before = provider.seen.length;
    expect(await call('read_stock', { arguments: { order: 'A' }, user_id: 'li' })).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'succeeded', skill: 'read_stock', version: '1.0.0', lane: 'baseline', attempts: 1 },
        call_id: expect.any(String) as unknown,
      },
    });
    expect((await call('read_stock', { arguments: { order: 'A' } })).status).toBe(200);
    expect(provider.seen.slice(before).map(({ body }) => body.context.user_id)).toEqual(['li', '']);
  });

  it('S3: refuses with a status and a code that say what to mend', async () => {
    const order = { arguments: { order: 'A' } };
    const refused: [number, string, string, object, string?][] = [
      [404, 'unknown_skill', 'no_such_skill', {}],
      [400, 'invalid_arguments', 'read_stock', { arguments: { order: [] } }],
      [400, 'invalid_request', 'read_stock', { argument: {} }],
      [400, 'idempotency_key_required', 'send_note', order],
      [400, 'invalid_request', 'send_note', order, 'two words'],
      [400, 'dry_run_not_offered', 'send_note', { ...order, dry_run: true }],
      [404, 'version_not_found', 'read_stock', { ...order, version: '9.9.9' }],
    ];
    for (const [status, code, skill, body, key] of refused)
      expect(await call(skill, body, key)).toMatchObject({ status, body: { error: { code } } });
  });

  it('S12: answers a long result with its summary, and keeps it whole until its user is erased', async () => {
    provider.script.push((_request, response) =>
      response.end(JSON.stringify({ result: { id: 'R', log: '好'.repeat(5_000) } })),
    );
    const { body } = await call('read_stock', { arguments: { order: 'A' }, user_id: 'wu' });
    expect(body.summary).toContain('(shortened)');
    const at = `${gateway.url}/v1/attachments/${body.attachment?.id}`;
    const kept = await fetch(at);
    const bytes = Buffer.from(await kept.arrayBuffer());
    expect(kept.status).toBe(200);
    expect(JSON.parse(bytes.toString())).toEqual(body.result);
    expect(bytes).toHaveLength(body.attachment?.bytes ?? -1);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.attachment?.sha256);
    expect(await gateway.erase('e1', ['wu'])).toMatchObject({ data: { counts: { attachments: 1 } } });
    expect((await fetch(at)).status).toBe(404);
  });

  it('S6: acts once for a key, and answers the same; another call under it is refused', async () => {
    const key = newKey();
    const first = await call('send_note', { arguments: { order: 'A' } }, key);
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect((await call('send_note', { arguments: { order: 'A' } }, key)).body).toEqual(first.body);
    expect(await call('send_note', { arguments: { order: 'B' } }, key)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
    expect((await get(`/v1/invocations/${key}`)).body).toEqual(first.body);
    expect((await get('/v1/invocations/never')).status).toBe(404);
  });

  it('S6: answers 409 with token and summary until it is confirmed, and then acts once', async () => {
    const key = newKey();
    const refund = { arguments: { order: 'A-17' }, user_id: 'li', locale: 'zh-CN' };
    const asked = await call('refund_order', refund, key);
    expect(asked).toMatchObject({ status: 409, body: { status: 'failed', error: { code: 'confirmation_required' } } });
    expect(asked.body.error?.summary).toBe('请确认 refund_order (不可撤销)：order = A-17。');
    const effects = provider.effects.size;
    const done = await call('refund_order', { ...refund, confirmation_token: asked.body.error?.token }, key);
    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded', effect: 'irreversible' } });
    expect((await call('refund_order', refund, key)).body).toEqual(done.body);
    expect(provider.effects.size).toBe(effects + 1);
  });

  it('S6: tells a dry run from an effect', async () => {
    const effects = provider.effects.size;
    expect((await call('refund_order', { arguments: { order: 'A' }, dry_run: true })).status).toBe(200);
    expect(provider.seen.at(-1)?.body.dry_run).toBe(true);
    expect(provider.effects.size).toBe(effects);
  });

  it('S6: reports an unheard effect by what its provider tells of the key', async () => {
    const key = newKey();
    const count = provider.seen.length;
    provider.script.push((_request, response) => response.destroy());
    expect(await call('send_note', { arguments: { order: 'A' } }, key)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', attempts: 1 },
    });
    expect(provider.seen).toHaveLength(count + 1);
  });

  it('S6: gives a request up when the client of a read goes, and lets an effect go on', async () => {
    const closed = Promise.withResolvers<void>();
    const gone = new AbortController();
    provider.script.push((_request, response) => {
      response.once('close', closed.resolve);
      gone.abort();
    });
    await expect(call('read_stock', { arguments: { order: 'A' } }, undefined, gone.signal)).rejects.toThrow();
    await closed.promise;

    const key = newKey();
    const left = new AbortController();
    provider.script.push((_request, response) => {
      left.abort();
      setTimeout(() => response.end(JSON.stringify({ result: { id: 'late' }, receipt: { id: 'late' } })), 100);
    });
    await expect(call('send_note', { arguments: { order: 'A' } }, key, left.signal)).rejects.toThrow();
    for (;;) {
      const { body } = await get(`/v1/invocations/${key}`);
      if (body.status === 'running') continue;
      expect(body).toMatchObject({ status: 'succeeded', result: { id: 'late' } });
      break;
    }
  });

  it('S6: answers 502 for a provider that answers garbage, and 503 with Retry-After once it is left alone', async () => {
    const codes: (string | undefined)[] = [];
    for (let nth = 0; nth < 60; nth += 1) {
      provider.script.splice(0, 9, (_request, response) => response.end('garbage'));
      const { status, body, headers } = await call('read_stock', { arguments: { order: 'A' } });
      codes.push(body.error?.code);
      if (body.error?.code !== 'circuit_open') continue;
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      break;
    }
    expect(codes.at(-1)).toBe('circuit_open');
    expect(codes).toContain('invalid_output');
  });
});
