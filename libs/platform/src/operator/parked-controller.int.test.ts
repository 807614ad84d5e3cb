import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { InMemoryParkingStore, ParkedMessages, type ParkedMessage } from '@plinth/bus';
import { createHttpApp, HealthModule, type HttpApp } from '@plinth/http';
import { PermanentError, SystemClock } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import { PARKED, ParkedController } from './parked-controller';

const KEY = 'acme/s/a%2Fb %E4%BD%A0好/t/turn';
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('the operator’s view of parked messages', () => {
  let store: InMemoryParkingStore;
  let http: HttpApp;
  let url: string;
  let broken: boolean;
  let open: (apiKeysFile: string | undefined) => Promise<void>;

  beforeEach(async () => {
    store = new InMemoryParkingStore(new SystemClock());
    broken = false;
    const memory = new ParkedMessages({
      consumer: 'memory',
      store,
      judge: { isFinal: () => Promise.resolve(false) },
      redeliver: () =>
        Promise.resolve(
          broken ? { error: new PermanentError('still', 'broken'), kind: 'permanent' as const, tries: 1 } : 'handled',
        ),
      owner: 'me',
      leaseMs: 60_000,
      log: quiet,
    });
    @Module({
      imports: [HealthModule],
      controllers: [ParkedController],
      providers: [{ provide: PARKED, useValue: new Map([['memory', memory]]) }],
    })
    class Host {}
    open = async (apiKeysFile) => {
      const logger = createLogger({ service: 'test', level: 'silent' });
      const config = { profile: 'embedded', host: '127.0.0.1', defaultTenant: 'default', drainTimeoutMs: 100 } as const;
      http = await createHttpApp(Host, { logger, config: { ...config, apiKeysFile } });
      url = await http.listen(0);
    };
    await open(undefined);
    for (const id of ['a', 'b']) await store.park(message(id));
  });
  afterEach(() => http.close());

  const call = async (method: string, path: string, key?: string) => {
    const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const response = await fetch(`${url}/v1/parked${path}`, { method, headers });
    return { status: response.status, body: (await response.json()) as { error?: { code: string; message: string } } };
  };
  const listed = async () => {
    const { body } = await call('GET', '');
    return (body as { keys: { id: string; key: string; consumer: string; messages: number }[] }).keys;
  };
  const place = async () => {
    const [key] = await listed();
    return `/${key!.consumer}/${key!.id}`;
  };
  const rows = async () => {
    const { body } = await call('GET', await place());
    return (body as { messages: { seq: number; id: string; parked_at: string }[] }).messages;
  };

  it('lists keys with ids that a path carries, and shows the messages of one in order, without bodies', async () => {
    expect(await listed()).toEqual([
      {
        consumer: 'memory',
        id: expect.stringMatching(/^[\w-]+$/) as string,
        key: KEY,
        messages: 2,
        parked_at: '2023-11-14T22:13:20.000Z',
        error_code: 'always',
      },
    ]);
    const shown = await rows();
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  it('X2: is for the operator alone: nobody else lists, sees, replays or gives up a message', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-parked-'));
    const apiKeysFile = join(folder, 'keys.json');
    const keyOf = (key: string, scopes: readonly string[]) => ({
      key_sha256: createHash('sha256').update(key).digest('hex'),
      tenant: 'acme',
      name: key,
      scopes,
    });
    const scopes = ['turns', 'act-as', 'admin'];
    await writeFile(apiKeysFile, JSON.stringify([keyOf('other', scopes), keyOf('operator', ['operator'])]));
    const at = await place();
    const { seq } = (await rows())[0]!;
    await http.close();
    await open(apiKeysFile);
    const asked = [
      ['GET', ''],
      ['GET', at],
      ['POST', `${at}/replay`],
      ['DELETE', `${at}/${seq}`],
    ] as const;
    for (const [method, path] of asked) {
      expect([method, path, (await call(method, path)).status]).toEqual([method, path, 401]);
      expect([method, path, (await call(method, path, 'other')).status]).toEqual([method, path, 403]);
    }
    expect(await store.rows('memory', KEY, 10)).toHaveLength(2);
    expect((await call('POST', `${at}/replay`, 'operator')).status).toBe(200);
    await rm(folder, { recursive: true });
  });

  it('discards the message that is named, answers 404 to any other, and leaves that in its place', async () => {
    const [first] = await rows();
    const at = await place();
    for (const path of [`${at}/999999`, `${at}/x`, `/memory/bm9uZQ/1`, '/memory/%25/1', `/reflection/x/1`])
      expect([path, (await call('DELETE', path)).status]).toEqual([path, 404]);
    expect(await rows()).toHaveLength(2);
    expect(await call('DELETE', `${at}/${first!.seq}`)).toEqual({ status: 200, body: { discarded: true } });
    expect((await rows()).map(({ id }) => id)).toEqual(['b']);
    expect(await call('DELETE', `${at}/${first!.seq}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_parked' } },
    });
  });

  it.each(['AAAA', 'eAB5', '_w', `${Buffer.from(KEY).toString('base64url')}=`])(
    'answers 404 on every route to %s, an id that the list never gives, without asking the store',
    async (id) => {
      for (const asked of ['rows', 'lease'] as const)
        jest.spyOn(store, asked).mockRejectedValue(new Error('invalid byte sequence for encoding "UTF8": 0x00'));
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/replay'],
        ['DELETE', '/1'],
      ] as const)
        expect([method, await call(method, `/memory/${id}${path}`)]).toMatchObject([
          method,
          { status: 404, body: { error: { code: 'not_parked' } } },
        ]);
    },
  );

  it('answers 409 while a replay holds the key, and changes nothing', async () => {
    await store.lease({ consumer: 'memory', parkingKey: KEY, owner: 'other' }, 60_000);
    const [first] = await rows();
    const at = await place();
    for (const answer of [await call('DELETE', `${at}/${first!.seq}`), await call('POST', `${at}/replay`)])
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'parked_key_busy' } } });
    expect(await rows()).toHaveLength(2);
  });

  it('replays a key, tells a replay that failed again as such with its reason, and 404 for what is not parked', async () => {
    const at = await place();
    broken = true;
    const failed = await call('POST', `${at}/replay`);
    expect(failed).toMatchObject({ status: 409, body: { error: { code: 'replay_failed' } } });
    expect(failed.body.error?.message).toContain('still: broken');
    broken = false;
    expect(await call('POST', `${at}/replay`)).toEqual({
      status: 200,
      body: { state: 'drained', handled: 2, discarded: 0 },
    });
    expect(await listed()).toEqual([]);
    expect(await call('POST', `${at}/replay`)).toMatchObject({ status: 404, body: { error: { code: 'not_parked' } } });
    expect(await call('GET', at)).toMatchObject({ status: 404, body: { error: { code: 'not_parked' } } });
  });
});

function ignore(): void {
  return undefined;
}

function message(id: string): ParkedMessage {
  return {
    consumer: 'memory',
    parkingKey: KEY,
    messageId: id,
    type: 'memory.end.v1',
    record: {
      topic: 'plinth.memory.commands',
      key: 'k',
      partition: 0,
      offset: id,
      appendedAtMs: 0,
      headers: {},
      body: Buffer.from('{"text":"secret"}'),
    },
    tenant: 'acme',
    error: { code: 'always', message: 'no', retryable: false },
    parkedAtMs: 1_700_000_000_000,
  };
}
