import { context as activeContext, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { MCP_META } from '@plinth/contracts';
import { requestId, tenantId, TransientError } from '@plinth/kernel';
import type { DirectAnswer, DirectCall } from '../../../features/invoke-directly/direct-call';
import type { InvokeDirectly } from '../../../features/invoke-directly/invoke-directly';
import type { ListSkills } from '../../../features/list-skills/list-skills';
import { McpDoor } from './mcp-door';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const succeeded: DirectAnswer = {
  kind: 'replied',
  reply: {
    kind: 'succeeded',
    data: {
      ...{ skill: 's', version: '1.0.0', lane: 'baseline', effect: 'read', duration_ms: 1, attempts: 1 },
      result: { a: 1 },
    },
  },
};

const open: Client[] = [];

/** What the door asks of the features, and a client of the SDK before it. */
async function door({ isTraced = false, answer = () => Promise.resolve(succeeded) } = {}) {
  const calls: DirectCall[] = [];
  const list = {
    all: () => [],
    one: (name: string) => (name === 'none' ? { refused: true } : {}),
  } as unknown as ListSkills;
  const directly = {
    invoke: (call: DirectCall) => {
      calls.push(call);
      return answer();
    },
  } as unknown as InvokeDirectly;
  const logged: string[] = [];
  const logger = { warn: () => logged.push('warn'), error: () => logged.push('error') } as never;
  const identity = { tenant: tenantId('acme'), scopes: new Set(['skills'] as const), keyName: 'k' };
  const server = new McpDoor(list, directly, logger).serverFor({
    ...{ identity, request: requestId('r'), isTraced, signal: new AbortController().signal },
  });
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  await Promise.all([server.connect(its), client.connect(mine)]);
  const call = (meta: Record<string, unknown>, args: unknown = {}) =>
    client.request(
      { method: 'tools/call', params: { name: 's', arguments: args, _meta: meta } as never },
      CallToolResultSchema,
    );
  return { call, calls, client, logged };
}

describe('the door to clients of MCP', () => {
  beforeAll(() => {
    activeContext.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
  afterAll(() => {
    activeContext.disable();
    propagation.disable();
  });

  it('S15: carries on the trace that `_meta` names, unless the HTTP request names one', async () => {
    const bare = await door();
    await bare.call({ traceparent: TRACEPARENT });
    expect(bare.calls[0]?.trace.traceparent?.slice(0, 35)).toBe(TRACEPARENT.slice(0, 35));
    const traced = await door({ isTraced: true });
    await traced.call({ traceparent: TRACEPARENT });
    expect(traced.calls[0]?.trace).toEqual({});
  });

  it('S15: hands on what `_meta` says of the call, and nothing else', async () => {
    const { call, calls } = await door();
    await call(
      {
        ...{ [MCP_META.idempotencyKey]: 'k-1', [MCP_META.sessionId]: 's-1', [MCP_META.attributes]: { tier: 'gold' } },
        ...{ [MCP_META.locale]: 'zh-CN', [MCP_META.dryRun]: true, [MCP_META.confirmationToken]: 't', progressToken: 1 },
      },
      { a: 1 },
    );
    expect(calls).toMatchObject([
      {
        ...{ tenant: 'acme', key: 'k-1', session: 's-1', attributes: { tier: 'gold' }, locale: 'zh-CN', dryRun: true },
        ...{ confirmationToken: 't', arguments: { a: 1 }, userId: undefined },
      },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a key with blanks', { [MCP_META.idempotencyKey]: 'a b' }, 'invalid_request'],
    ['attributes that are none', { [MCP_META.attributes]: 7 }, 'invalid_request'],
    ['a user that the key may not act for', { [MCP_META.userId]: 'wang' }, 'may_not_act_as'],
  ])('refuses %s, with nothing done', async (_name, meta, code) => {
    const { call, calls } = await door();
    expect(await call(meta)).toMatchObject({ isError: true, _meta: { [MCP_META.failure]: { error: { code } } } });
    expect(calls).toEqual([]);
  });

  it.each([
    [new TransientError('postgres_unavailable', 'away'), { code: 'postgres_unavailable', retryable: true }, 'warn'],
    [new TypeError('a secret of the code'), { code: 'internal', retryable: false }, 'error'],
  ])('tells of %s what a client may know', async (thrown, error, level) => {
    const { call, logged } = await door({ answer: () => Promise.reject(thrown) });
    const told = await call({});
    expect(told).toMatchObject({ isError: true, _meta: { [MCP_META.failure]: { error } } });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(logged).toEqual([level]);
  });
});
