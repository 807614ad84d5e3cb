import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describeSkillProvider } from '../../../ports/skill-provider.contract';
import type { SkillRequest } from '../../../ports/skill-provider';
import { mcpAddressIn, mcpToolUrl } from '../../../domain/imports/mcp-address';
import { McpClients } from './mcp-clients';
import { openMcpStage } from './mcp-provider.stage';
import { failing, McpServerOnStage } from './mcp-server.stage';
import { McpSkillProvider } from './mcp-skill-provider';

describeSkillProvider('MCP', openMcpStage);

describe('tools of an MCP server', () => {
  let far: McpServerOnStage;
  const clients = new McpClients();
  const provider = new McpSkillProvider(clients);
  beforeAll(async () => {
    far = await McpServerOnStage.start();
  });
  afterEach(() => (far.take = () => false));
  afterAll(async () => {
    await clients.close();
    await far.close();
  });

  const call = (over: Partial<SkillRequest> = {}) =>
    provider.call({
      ...{ url: `mcp+${far.url}#getOrder`, skill: 'shop_get_order', version: '1.0.0', idempotencyKey: 'c' },
      context: { tenant: 't', user_id: '', session_id: '', turn_id: '', locale: 'en', attributes: {} },
      ...{ arguments: {}, repeatable: true, timeoutMs: 2_000 },
      ...over,
    });

  it('are called by the name that they have there, whatever they are called here', async () => {
    far.call = ({ name }) => ({ content: [], structuredContent: { name } });
    expect(await call()).toMatchObject({ kind: 'answered', result: { name: 'getOrder' } });
  });

  it.each<[string, CallToolResult, unknown]>([
    ['an object told as text', { content: [{ type: 'text', text: '{"a":1}' }] }, { a: 1 }],
    ['plain text', { content: [{ type: 'text', text: 'hi' }] }, { content: [{ type: 'text', text: 'hi' }] }],
    ['a list told as text', { content: [{ type: 'text', text: '[1]' }] }, { content: [{ type: 'text', text: '[1]' }] }],
    ['nothing', { content: [] }, { content: [] }],
  ])('answer %s with %j', async (_name, answer, result) => {
    far.call = () => answer;
    expect(await call()).toEqual({ kind: 'answered', result, receipt: undefined });
  });

  it.each([
    [-32601, 'no such method', 'absent'],
    [-32602, 'Unknown tool: getOrder', 'absent'],
    [-32602, 'id must be a string', 'invalid_arguments'],
    [-32600, 'no', 'rejected'],
    [-32603, 'broke', 'broke'],
    [-31999, 'of its own', 'broke'],
  ])('that answer the error %i “%s” are taken for %s', async (code, message, reason) => {
    far.call = () => failing(code, message);
    expect(await call()).toMatchObject({ kind: 'refused', reason });
  });

  it.each([
    [401, 'rejected'],
    [403, 'rejected'],
    [503, 'unavailable'],
    [500, 'broke'],
  ])('whose server answers with status %i are taken for %s', async (status, reason) => {
    far.take = ({ method }, _request, response) => {
      if (method === 'tools/call') response.writeHead(status).end();
      return method === 'tools/call';
    };
    expect(await call()).toMatchObject({ kind: 'refused', reason });
  });

  it('are called once more in a new session when the server has forgotten the old one, and only then', async () => {
    far.call = () => ({ content: [], structuredContent: { ok: true } });
    let [begun, forgotten] = [0, 0];
    far.take = ({ method }, _request, response) => {
      if (method === 'initialize') begun += 1;
      if (method !== 'tools/call' || forgotten > 0) return false;
      forgotten += 1;
      response.writeHead(404).end();
      return true;
    };
    expect(await call()).toMatchObject({ kind: 'answered', result: { ok: true } });
    expect([begun, forgotten]).toEqual([1, 1]);
  });

  it('of a server that never begins a session were not called', async () => {
    const other = new McpSkillProvider(new McpClients());
    far.heard.length = 0;
    far.take = ({ method }) => method === 'initialize';
    expect(await other.call({ ...(await requestTo(far)), timeoutMs: 300 })).toEqual({ kind: 'not_sent' });
    expect(far.heard).toEqual([]);
  });

  it('have an address that names server and tool, from which both are read again', () => {
    const url = mcpToolUrl('mcp+https://shop.example/mcp', '查 order#1/%');
    expect(mcpAddressIn(url)).toEqual({ server: 'https://shop.example/mcp', tool: '查 order#1/%' });
    expect(mcpToolUrl(mcpToolUrl('https://a/mcp', 'x'), 'y')).toBe('mcp+https://a/mcp#y');
    for (const other of ['https://a', 'mcp+ftp://a', 'mcp+', 'mcp+http://a#%'])
      expect(mcpAddressIn(other)).toBeUndefined();
  });
});

async function requestTo(far: McpServerOnStage): Promise<SkillRequest> {
  return {
    ...{ url: `mcp+${far.url}#x`, skill: 'x', version: '1.0.0', idempotencyKey: 'c', arguments: {} },
    context: { tenant: 't', user_id: '', session_id: '', turn_id: '', locale: 'en', attributes: {} },
    ...{ repeatable: true, timeoutMs: 2_000 },
  };
}
