import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SkillRequest } from '../../../ports/skill-provider';
import { HttpSkillProvider } from './http-skill-provider';

describe('HttpSkillProvider, of effects and of callers that go', () => {
  const provider = new HttpSkillProvider();
  let serve: (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => serve(request, response));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    provider.close();
    server.close();
    server.closeAllConnections();
  });

  const request = (over: Partial<SkillRequest> = {}): SkillRequest => ({
    ...{ url, skill: 'book_room', version: '1.0.0', arguments: {}, idempotencyKey: 'c1', repeatable: true },
    context: { tenant: 'acme', user_id: 'li', session_id: 's', turn_id: 't', locale: 'zh', attributes: {} },
    timeoutMs: 2_000,
    ...over,
  });
  const lookUp = (over: object = {}) =>
    provider.lookUp({ ...request(), tenant: 'acme', idempotencyKey: 'a/b c', timeoutMs: 300, ...over });
  const answering = (status: number, body: string) => (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

  it('S6: gives up the request when its caller goes, and closes the connection', async () => {
    const heard = Promise.withResolvers<IncomingMessage>();
    serve = (incoming) => heard.resolve(incoming);
    const caller = new AbortController();
    const answer = provider.call(request({ signal: caller.signal }));
    const closed = heard.promise.then((incoming) => new Promise((end) => incoming.socket.once('close', end)));
    await heard.promise;
    caller.abort();
    expect(await answer).toEqual({ kind: 'cancelled' });
    await closed;
    expect(await provider.call(request({ signal: caller.signal }))).toEqual({ kind: 'cancelled' });
  });

  it('asks for a dry run in the body, and only then', async () => {
    const bodies: string[] = [];
    serve = (incoming, response) => {
      incoming.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      incoming.on('end', () => response.end('{"result":{}}'));
    };
    await provider.call(request());
    await provider.call(request({ dryRun: true }));
    expect(bodies.map((body) => (JSON.parse(body) as { dry_run?: boolean }).dry_run)).toEqual([undefined, true]);
  });

  it('asks for an effect by its key, for the tenant that it belongs to', async () => {
    const paths: (string | undefined)[] = [];
    serve = (incoming, response) => {
      paths.push(`${incoming.method} ${incoming.url}`);
      response.end('{"status":"known","result":{"id":"B-1"},"receipt":{"id":"B-1"}}');
    };
    expect(await lookUp()).toEqual({ kind: 'known', result: { id: 'B-1' }, receipt: { id: 'B-1' } });
    expect(paths).toEqual(['GET /skills/book_room/1.0.0/effects/a%2Fb%20c?tenant=acme']);
  });

  it.each<[string, number, string]>([
    ['pending', 200, '{"status":"pending"}'],
    ['not_known', 404, '{"status":"not_known"}'],
    ['cannot_tell', 404, '{"error":{"code":"not_found"}}'],
    ['cannot_tell', 200, '{"status":"known"}'],
    ['cannot_tell', 200, '<html>'],
    ['cannot_tell', 500, '{"status":"not_known"}'],
    ['cannot_tell', 200, `{"status":"known","result":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('takes for %s what answers %i %.40s', async (kind, status, body) => {
    serve = answering(status, body);
    expect(await lookUp()).toEqual({ kind });
  });

  it('cannot tell where nobody listens, and where nobody answers in time', async () => {
    serve = () => undefined;
    expect(await lookUp()).toEqual({ kind: 'cannot_tell' });
    expect(await lookUp({ url: 'http://127.0.0.1:1' })).toEqual({ kind: 'cannot_tell' });
  });
});
