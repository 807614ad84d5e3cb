import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import type { SkillRequest } from '../../../ports/skill-provider';
import { HttpProviderDirectory } from './http-provider-directory';
import { HttpSkillProvider } from './http-skill-provider';

type Serve = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const json =
  (status: number, body: unknown): Serve =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('HttpSkillProvider', () => {
  let provider: HttpSkillProvider;
  let server: Server;
  let url: string;
  let serve: Serve;
  const seen: { method: string; path: string; key: string; type: string; body: unknown; port: number }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        seen.push({
          ...{ method: request.method ?? '', path: request.url ?? '', port: request.socket.remotePort ?? 0 },
          key: String(request.headers['idempotency-key']),
          type: String(request.headers['content-type']),
          body: body === '' ? undefined : JSON.parse(body),
        });
        serve(response, request, body);
      });
    });
    url = await listening(server);
  });
  beforeEach(() => {
    provider = new HttpSkillProvider();
    seen.length = 0;
  });
  afterEach(() => provider.close());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const request = (over: Partial<SkillRequest> = {}): SkillRequest => ({
    ...{ url, skill: 'book_room', version: '1.0.0', idempotencyKey: 'c1', repeatable: true, timeoutMs: 1_000 },
    arguments: { city: '罗马' },
    context: { tenant: 'default', user_id: 'li', session_id: 's', turn_id: 't', locale: 'zh', attributes: {} },
    ...over,
  });

  it('posts arguments and context under the key to name and version, and takes result and receipt only', async () => {
    serve = json(200, { result: { id: 'B' }, receipt: { id: 'B' }, more: 1 });
    expect(await provider.call(request())).toEqual({ kind: 'answered', result: { id: 'B' }, receipt: { id: 'B' } });
    const { arguments: args, context } = request();
    expect(seen).toMatchObject([
      {
        ...{ method: 'POST', path: '/skills/book_room/1.0.0', key: 'c1', type: 'application/json' },
        body: { arguments: args, context },
      },
    ]);
  });

  it('keeps connections open, but for effects whose provider ignores keys', async () => {
    serve = json(200, { result: {} });
    for (const repeatable of [true, true, false, false]) await provider.call(request({ repeatable }));
    const ports = seen.map(({ port }) => port);
    expect(ports[1]).toBe(ports[0]);
    expect(new Set(ports).size).toBe(3);
  });

  it.each<[string, Serve, unknown]>([
    [
      'a declared error',
      json(409, { error: { code: 'sold_out', message: 'm', field: 7 } }),
      {
        kind: 'refused',
        reason: 'rejected',
        answeredWith: 'status 409',
        error: { code: 'sold_out', message: 'm', field: undefined, rule: undefined },
      },
    ],
    [
      'an error page',
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
      { kind: 'refused', reason: 'unavailable', answeredWith: 'status 502', error: undefined },
    ],
    [
      'an error of another shape',
      json(500, { message: 'no' }),
      { kind: 'refused', reason: 'broke', answeredWith: 'status 500', error: undefined },
    ],
    [
      'a redirect',
      (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      { kind: 'refused', reason: 'broke', answeredWith: 'status 307', error: undefined },
    ],
    ['a success that is no JSON', (response) => response.end('ok'), { kind: 'garbled', rule: 'not_json' }],
    [
      'a success that is no UTF-8',
      (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
      { kind: 'garbled', rule: 'not_json' },
    ],
    ['an empty success', (response) => response.writeHead(204).end(), { kind: 'garbled', rule: 'not_json' }],
    ['a success without a result', json(200, { ok: true }), { kind: 'garbled', rule: 'wrong_shape' }],
    ['a success that is a list', json(200, [1]), { kind: 'garbled', rule: 'wrong_shape' }],
    [
      'a result that nests without end',
      (response) => response.end(`{"result":{"id":"B","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`),
      { kind: 'garbled', rule: 'max_depth' },
    ],
    [
      'a receipt that nests without end',
      (response) => response.end(`{"result":{},"receipt":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
      { kind: 'garbled', rule: 'max_depth' },
    ],
    [
      'an error that nests without end',
      (response) => response.writeHead(500).end(`{"error":${'['.repeat(60_000)}${']'.repeat(60_000)}}`),
      { kind: 'refused', reason: 'broke', answeredWith: 'status 500', error: undefined },
    ],
    ['too much', json(200, { result: { text: 'x'.repeat(200_000) } }), { kind: 'garbled', rule: 'too_large' }],
    [
      'what becomes too much',
      (response) => response.end(`{"result":[${Array(25_000).fill('1e20').join()}]}`),
      { kind: 'garbled', rule: 'too_large' },
    ],
    ['a connection that breaks at once', (response) => response.destroy(), { kind: 'broken' }],
    [
      'a connection that breaks within the answer',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"res');
        setImmediate(() => response.destroy());
      },
      { kind: 'broken' },
    ],
    ['nothing, ever', () => undefined, { kind: 'timeout' }],
    [
      'a drop now and then',
      (response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(drip));
      },
      { kind: 'timeout' },
    ],
  ])('tells %s apart', async (_name, serving, expected) => {
    serve = serving;
    expect(await provider.call(request({ timeoutMs: 300 }))).toEqual(expected);
  });

  it('stops reading an endless answer at the bound', async () => {
    let written = 0;
    serve = (response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
      };
      response.on('drain', pour);
      pour();
    };
    expect(await provider.call(request())).toEqual({ kind: 'garbled', rule: 'too_large' });
    expect(written).toBeLessThan(20_000_000);
  });

  it('knows that nothing was sent where nobody listens, or the name is unknown', async () => {
    expect(await provider.call(request({ url: 'http://127.0.0.1:1' }))).toEqual({ kind: 'not_sent' });
    expect(await provider.call(request({ url: 'http://nobody.invalid' }))).toEqual({ kind: 'not_sent' });
    expect(await provider.call(request({ url: 'nowhere' }))).toEqual({ kind: 'not_sent' });
  });

  it('takes a kept connection that was closed meanwhile for broken, not for unsent', async () => {
    const sockets: Socket[] = [];
    const once: NetServer = createNetServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"result":{}}');
        socket.once('data', () => socket.destroy());
      });
    });
    const at = await listening(once);
    expect(await provider.call(request({ url: at }))).toMatchObject({ kind: 'answered' });
    expect(await provider.call(request({ url: at }))).toEqual({ kind: 'broken' });
    expect(sockets).toHaveLength(1);
    once.close();
  });

  describe('HttpProviderDirectory', () => {
    const directory = new HttpProviderDirectory();

    it('reads what a provider publishes, unchecked', async () => {
      serve = json(200, { skills: [{ name: 'a' }, 7] });
      expect(await directory.manifests(`${url}/`)).toEqual([{ name: 'a' }, 7]);
      expect(seen).toMatchObject([{ method: 'GET', path: '/manifests' }]);
    });

    it.each<[string, Serve]>([
      ['manifests_unreadable', json(500, {})],
      ['manifests_unreadable', json(200, [])],
      ['manifests_unreadable', (response) => response.end('<html>')],
      ['provider_unreachable', (response) => response.destroy()],
    ])('throws %s, to be tried again', async (code, serving) => {
      serve = serving;
      await expect(directory.manifests(url)).rejects.toMatchObject({ name: 'TransientError', code });
    });
  });
});

async function listening(server: Server | NetServer): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
