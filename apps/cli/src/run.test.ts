import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from './run';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let url: string;
let seen: Seen[];
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method, url: asked, headers } = request;
      seen.push({ method, url: asked, headers, body: Buffer.concat(parts).toString() });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, body: '{"ok":true}' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function plinth(...argv: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(argv, {
    environment: { PLINTH_URL: url, PLINTH_API_KEY: 'secret' },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('plinth', () => {
  it.each([
    [['skills', 'list'], 'GET /v1/skills', ''],
    [['skills', 'show', 'read_stock', '1.0.0'], 'GET /v1/skills/read_stock/1.0.0', ''],
    [
      ['skills', 'validate', 'read_stock', '--arguments', '{"a":1}'],
      'POST /v1/skills/read_stock/validate',
      '{"arguments":{"a":1}}',
    ],
    [['skills', 'search', 'a room', '--top', '3'], 'POST /v1/skills/search', '{"query":"a room","top_k":3}'],
    [['rollout', 'show', 'read_stock'], 'GET /v1/rollouts/read_stock', ''],
    [['rollout', 'report', 'read_stock'], 'GET /v1/rollouts/read_stock/report', ''],
    [['rollout', 'history', 'read_stock'], 'GET /v1/rollouts/read_stock/history', ''],
    [
      ['rollout', 'start', 'read_stock', '--reason', 'new', '--stage', 'vip'],
      'POST /v1/rollouts/read_stock/start',
      '{"reason":"new","stage":"vip"}',
    ],
    ...['pause', 'resume', 'promote', 'rollback'].map(
      (action) =>
        [
          ['rollout', action, 'a/b', '--reason', 'why'],
          `POST /v1/rollouts/a%2Fb/${action}`,
          '{"reason":"why"}',
        ] as const,
    ),
    [
      ['replay', 'start', 'read_stock', '--candidate', '2.0.0'],
      'POST /v1/replays',
      '{"skill":"read_stock","candidate":"2.0.0"}',
    ],
    [['replay', 'show', 'r1'], 'GET /v1/replays/r1', ''],
  ] as const)('%j asks the API for it, under the key', async (argv, asked, body) => {
    expect((await plinth(...argv)).code).toBe(0);
    expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([asked]);
    expect(seen[0]).toMatchObject({ body, headers: { authorization: 'Bearer secret' } });
  });

  it('sends what makes a call act once', async () => {
    await plinth(
      'skills',
      'invoke',
      'refund',
      '--idempotency-key',
      'k1',
      '--confirm',
      't',
      '--user',
      'li',
      '--dry-run',
    );
    expect(seen[0]?.headers['idempotency-key']).toBe('k1');
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      ...{ arguments: {}, user_id: 'li', confirmation_token: 't', dry_run: true },
    });
  });

  it('ends with 1 for a refusal, and says what to do', async () => {
    answer = { status: 409, body: '{"error":{"code":"confirmation_required","message":"Confirm it.","token":"t9"}}' };
    const { code, err, out } = await plinth('skills', 'invoke', 'refund', '--idempotency-key', 'k1');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('token: t9');
    expect(err).toContain('--confirm <token>');
  });

  it.each([
    [['skills', 'fly'], 'no command'],
    [['constructor', 'name'], 'no command'],
    [['skills', 'show'], 'plinth skills show <skill>'],
    [['skills', 'list', '--wrong'], '--wrong'],
    [['skills', 'validate', 'x', '--arguments', '[1]'], 'JSON object'],
    [['rollout', 'pause', 'x'], '--reason is required'],
    [['skills', 'search', 'x', '--top', 'many'], 'whole number'],
    [['skills', 'list', '--url', 'ftp://x'], '--url'],
  ])('%j ends with 2, and says what to write', async (argv, said) => {
    const { code, err } = await plinth(...argv);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(seen).toEqual([]);
  });

  it('ends with 3 when nothing answers, or something else does', async () => {
    expect(await plinth('skills', 'list', '--url', 'http://127.0.0.1:1')).toMatchObject({ code: 3 });
    answer = { status: 200, body: '<html>' };
    expect((await plinth('skills', 'list')).err).toContain('not Plinth');
  });

  it('gives the answer as JSON or in lines, and lets no foreign text steer the terminal', async () => {
    answer = { status: 200, body: JSON.stringify({ skills: [{ name: 'a\u001b[2J', versions: [] }] }) };
    expect(JSON.parse((await plinth('skills', 'list', '--json')).out)).toEqual(JSON.parse(answer.body));
    expect((await plinth('skills', 'list')).out).toBe('skills:\n  -\n    name: a?[2J\n    versions: -');
  });

  it('tells how it is used', async () => {
    expect((await plinth('rollout', '--help')).out).toContain('plinth rollout promote <skill> --reason <text>');
    expect((await plinth()).code).toBe(0);
  });
});
