import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { MCP_META } from '@plinth/contracts';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { MANIFESTS, startScriptedProvider, type ScriptedHttpProvider } from '../http/scripted-provider.stage';

jest.setTimeout(60_000);

const KEYS = {
  user: { tenant: 'globex', scopes: ['skills'], user_id: 'li' },
  agent: { tenant: 'globex', scopes: ['skills', 'act-as'] },
  operator: { tenant: 'ops', scopes: ['skills', 'operator'] },
  stranger: { tenant: 'globex', scopes: ['memory'] },
};
const [readStock] = MANIFESTS;
if (!readStock) throw new Error('there is no skill to read');
/** Two versions of `read_stock`, and more skills than a page takes. */
const manifests = [
  ...MANIFESTS,
  { ...readStock, version: '2.0.0' },
  ...Array.from({ length: 120 }, (_, n) => ({ ...readStock, name: `read_shelf_${String(n).padStart(3, '0')}` })),
];

describe('/mcp', () => {
  let provider: ScriptedHttpProvider;
  let gateway: RunningGateway;
  let folder: string;
  const open: Client[] = [];

  beforeAll(async () => {
    provider = await startScriptedProvider(manifests);
    folder = await mkdtemp(join(tmpdir(), 'plinth-keys-'));
    const file = join(folder, 'keys.json');
    const entries = Object.entries(KEYS).map(([name, rights]) => ({
      ...{ name, key_sha256: createHash('sha256').update(`key-of-${name}`).digest('hex') },
      ...rights,
    }));
    await writeFile(file, JSON.stringify(entries));
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url, PLINTH_API_KEYS: file });
  }, 120_000);
  afterAll(async () => {
    await Promise.all(open.map((client) => client.close()));
    await gateway.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    provider.script.splice(0);
    provider.seen.splice(0);
  });

  const headersOf = (name: keyof typeof KEYS) => ({ authorization: `Bearer key-of-${name}` });
  /** The official client, as a program outside has it. */
  const connect = async (name: keyof typeof KEYS): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: headersOf(name) };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }));
    open.push(client);
    return client;
  };
  const call = (client: Client, name: string, args: Record<string, unknown>, meta: Record<string, unknown> = {}) =>
    client.request(
      { method: 'tools/call', params: { name, arguments: args, _meta: meta } },
      CallToolResultSchema,
    ) as Promise<CallToolResult>;
  const errorOf = ({ _meta }: CallToolResult) =>
    (_meta?.[MCP_META.failure] as { error?: { code: string; token?: string; field?: string } } | undefined)?.error;
  const keyed = (key: string, more: object = {}) => ({ [MCP_META.idempotencyKey]: key, ...more });

  it('S15: lists the skills to the official client, page by page, with their contracts', async () => {
    const client = await connect('user');
    const first = await client.listTools();
    const second = await client.listTools({ cursor: first.nextCursor });
    const tools = [...first.tools, ...second.tools];
    expect([first.tools.length, second.tools.length, second.nextCursor]).toEqual([100, 23, undefined]);
    expect(tools.map(({ name }) => name).sort()).toEqual([...new Set(manifests.map(({ name }) => name))].sort());
    expect(tools.find(({ name }) => name === 'refund_order')).toMatchObject({
      ...{ inputSchema: { type: 'object', required: ['order'] }, outputSchema: { required: ['id'] } },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      _meta: { 'plinth/version': '1.0.0', 'plinth/confirmation_required': true },
    });
    expect(tools.find(({ name }) => name === 'read_stock')?.annotations).toMatchObject({ readOnlyHint: true });
  });

  it('S15: calls a skill by the official client, which checks the result against the contract', async () => {
    const client = await connect('user');
    await client.listTools();
    await client.listTools({ cursor: 'read_shelf_099' });
    const result = await client.callTool({ name: 'read_stock', arguments: { order: 'A' } });
    expect(result).toMatchObject({
      ...{ structuredContent: { id: expect.any(String) }, content: [{ type: 'text' }] },
      _meta: { 'plinth/version': '1.0.0', 'plinth/lane': 'baseline' },
    });
    expect(provider.seen.map(({ body }) => body.context.user_id)).toEqual(['li']);
  });

  it('S15: tells an error to the official client, which throws away what is not as the output schema says', async () => {
    const client = await connect('user');
    for (const cursor of [undefined, 'read_shelf_099']) await client.listTools({ cursor });
    const wrong = (await client.callTool({ name: 'read_stock', arguments: {} })) as CallToolResult;
    expect([wrong.isError, errorOf(wrong)?.code]).toEqual([true, 'invalid_arguments']);
    const asked = await client.callTool({ name: 'refund_order', arguments: { order: 'A' }, _meta: keyed('r-0') });
    expect(errorOf(asked as CallToolResult)?.token).toEqual(expect.any(String));
  });

  it('S15: acts once for a key, and not at all without one', async () => {
    const client = await connect('user');
    const none = await call(client, 'send_note', { order: 'A' });
    expect(none).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Do not guess') }] });
    expect(errorOf(none)?.code).toBe('idempotency_key_required');
    expect(provider.seen).toEqual([]);
    const first = await call(client, 'send_note', { order: 'A' }, keyed('k-1'));
    expect(first._meta?.[MCP_META.receipt]).toEqual(first.structuredContent);
    expect(await call(client, 'send_note', { order: 'A' }, keyed('k-1'))).toEqual(first);
    expect(errorOf(await call(client, 'send_note', { order: 'B' }, keyed('k-1')))?.code).toBe('idempotency_key_reused');
    expect(provider.seen).toHaveLength(1);
  });

  it('S15: does what has to be confirmed once it is, by the token that the refusal gave', async () => {
    const client = await connect('user');
    const asked = await call(client, 'refund_order', { order: 'A' }, keyed('r-1', { [MCP_META.locale]: 'zh-CN' }));
    const token = errorOf(asked)?.token;
    expect(asked).toMatchObject({ isError: true, _meta: { [MCP_META.confirmationToken]: token } });
    expect(asked.content[0]).toMatchObject({ text: expect.stringContaining('需要用户确认') });
    expect(provider.seen).toEqual([]);
    const meta = keyed('r-1', { [MCP_META.confirmationToken]: token });
    expect(errorOf(await call(client, 'refund_order', { order: 'B' }, meta))?.code).toBe('confirmation_required');
    expect(await call(client, 'refund_order', { order: 'A' }, meta)).toMatchObject({
      structuredContent: { id: expect.any(String) },
    });
    expect(provider.seen).toHaveLength(1);
  });

  it('S15: follows the rollout: who is on the candidate gets it here too', async () => {
    const stage = { name: 'all', mode: 'live', audience: { kind: 'all' }, weight: 1, cap: 1 };
    const steer = async (method: string, path: string, body: object) => {
      const response = await fetch(`${gateway.url}/v1/rollouts/read_stock${path}`, {
        ...{ method, body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', ...headersOf('operator') },
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await steer('PUT', '', { baseline: '1.0.0', candidate: '2.0.0', plan: { stages: [stage] } })).toMatchObject({
      status: 200,
    });
    expect(await steer('POST', '/start', { reason: 'test' })).toMatchObject({ status: 200 });
    const served = await call(await connect('user'), 'read_stock', { order: 'A' });
    expect(served._meta).toEqual({ 'plinth/version': '2.0.0', 'plinth/lane': 'candidate' });
    const nobody = await call(await connect('agent'), 'read_stock', { order: 'A' });
    expect(nobody._meta).toEqual({ 'plinth/version': '1.0.0', 'plinth/lane': 'baseline' });
    await steer('POST', '/rollback', { reason: 'test' });
  });

  it('S15: gives every error with its code as one of the tool, and an unknown tool as one of the protocol', async () => {
    const client = await connect('user');
    expect(errorOf(await call(client, 'read_stock', {}))).toMatchObject({ code: 'invalid_arguments', field: 'order' });
    provider.script.push((_request, response) =>
      response.writeHead(409).end('{"error":{"code":"sold_out","message":"Nothing is left."}}'),
    );
    expect(errorOf(await call(client, 'read_stock', { order: 'A' }))?.code).toBe('sold_out');
    expect(errorOf(await call(client, 'read_stock', { order: 'A' }, { [MCP_META.locale]: 7 }))?.code).toBe(
      'invalid_request',
    );
    await expect(call(client, 'no_such_skill', {})).rejects.toMatchObject({ code: -32602 });
  });

  it('S15: lets a key act for the users that it may act for, and lets nobody in without the scope', async () => {
    const meta = { [MCP_META.userId]: 'wang' };
    expect(errorOf(await call(await connect('user'), 'read_stock', { order: 'A' }, meta))?.code).toBe('may_not_act_as');
    await call(await connect('agent'), 'read_stock', { order: 'A' }, meta);
    expect(provider.seen.map(({ body }) => body.context.user_id)).toEqual(['wang']);
    await expect(connect('stranger')).rejects.toThrow(/403|scope/);
    const bare = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(bare.status).toBe(401);
  });

  it('S15: shortens a long result for the model, with a link to the whole, which a program gets as it is', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ shelf: n, text: 'x'.repeat(50) }));
    provider.script.push((_request, response) => response.end(JSON.stringify({ result: { id: 'R', rows } })));
    const result = await call(await connect('user'), 'read_stock', { order: 'A' });
    expect(result.structuredContent).toEqual({ id: 'R', rows });
    const [text, link] = result.content;
    expect(text?.type === 'text' && text.text.length).toBeLessThan(3_000);
    expect(link).toMatchObject({ type: 'resource_link', uri: expect.stringMatching(/^plinth:\/\/attachments\/.+/) });
    const id = link?.type === 'resource_link' ? link.uri.split('/').at(-1) : '';
    const whole = await fetch(`${gateway.url}/v1/attachments/${id}`, { headers: headersOf('user') });
    expect(await whole.json()).toEqual({ id: 'R', rows });
  });

  it.each(['GET', 'DELETE'])('answers 405 to %s: there are no sessions', async (method) => {
    const response = await fetch(`${gateway.url}/mcp`, { method, headers: headersOf('user') });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['no JSON', 'nonsense', 400],
    ['no message', '{"a":1}', 400],
  ])('answers %s with an error', async (_name, body, status) => {
    const headers = {
      ...headersOf('user'),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    expect((await fetch(`${gateway.url}/mcp`, { method: 'POST', body, headers })).status).toBe(status);
  });
});
