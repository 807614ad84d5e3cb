import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { MCP_META } from '@plinth/contracts';
import type { ProviderOnStage, SeenCall, Serving } from '../../../ports/skill-provider.contract';
import { McpClients } from './mcp-clients';
import { failing, McpServerOnStage } from './mcp-server.stage';
import { McpSkillProvider } from './mcp-skill-provider';

export async function openMcpStage(): Promise<ProviderOnStage> {
  const far = await McpServerOnStage.start();
  const seen: SeenCall[] = [];
  let serving: Serving = 'never';
  far.take = ({ method, id }, request, response) => {
    if (method !== 'tools/call') return false;
    seen.push(seenIn(far));
    return answersRaw(serving, id, request, response);
  };
  far.call = () => answerOf(serving);
  const clients = new McpClients();
  return {
    ...{ provider: new McpSkillProvider(clients), seen, nowhere: 'mcp+http://127.0.0.1:1/mcp#book_room' },
    url: `mcp+${far.url}#book_room`,
    serve: (next) => (serving = next),
    givenUp: () => Promise.all(far.closed),
    close: async () => {
      await clients.close();
      await far.close();
    },
  };
}

function seenIn({ heard }: McpServerOnStage): SeenCall {
  const { params, headers } = heard.at(-1) ?? {};
  const meta = params?._meta ?? {};
  if (meta.traceparent !== headers?.traceparent) throw new Error('the trace differs between header and _meta');
  return {
    ...{ skill: params?.name ?? '', arguments: params?.arguments, key: String(meta[MCP_META.idempotencyKey]) },
    ...{ user: String(meta[MCP_META.userId]), dryRun: meta[MCP_META.dryRun] === true },
    traceparent: String(headers?.traceparent),
  };
}

/** What no server of the SDK would say. */
function answersRaw(serving: Serving, id: unknown, _request: IncomingMessage, response: ServerResponse): boolean {
  const result = (text: string): void => {
    const told = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":${text}}}`;
    response.writeHead(200, { 'content-type': 'application/json' }).end(told);
  };
  if (serving === 'overloaded') response.writeHead(429).end();
  else if (serving === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
  else if (serving === 'too_much') result(JSON.stringify({ text: 'x'.repeat(600_000) }));
  else if (serving === 'deep') result(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
  else if (serving === 'drop') response.destroy();
  else return serving === 'never';
  return true;
}

function answerOf(serving: Serving): CallToolResult {
  if (serving === 'absent') return failing(-32602, 'Tool book_room not found');
  if (typeof serving === 'string') return { content: [{ type: 'text', text: 'it broke' }], isError: true };
  if ('error' in serving) return { content: [], structuredContent: serving, isError: true };
  const { result, receipt } = serving;
  return { content: [], structuredContent: result, ...(receipt && { _meta: { [MCP_META.receipt]: receipt } }) };
}
