import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type CallToolRequest,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';

type Params = CallToolRequest['params'];

/** A real MCP server of the official SDK, over streamable HTTP without sessions, as ill-behaved as a test wants. */
export class McpServerOnStage {
  /** By page: the cursor of the first is undefined. */
  list: (cursor: string | undefined) => ListToolsResult = () => ({ tools: [] });
  call: (params: Params) => Promise<CallToolResult> | CallToolResult = () => ({ content: [] });
  /** Takes an HTTP request with its message away from the protocol; answers whether it did. */
  take: (message: { method?: string; id?: unknown }, request: IncomingMessage, response: ServerResponse) => boolean =
    () => false;
  readonly heard: { readonly params: Params; readonly headers: IncomingMessage['headers'] }[] = [];
  readonly closed: Promise<unknown>[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<McpServerOnStage> {
    const stage = new McpServerOnStage();
    await new Promise<void>((ready) => stage.server.listen(0, '127.0.0.1', ready));
    return stage;
  }

  /** Without a scheme of its own. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      method?: string;
      params?: Params;
      id?: unknown;
    };
    if (message.method === 'tools/call' && message.params) {
      this.heard.push({ params: message.params, headers: request.headers });
      this.closed.push(new Promise((resolve) => response.once('close', resolve)));
    }
    if (this.take(message, request, response)) return;
    const server = new Server({ name: 'stage', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => this.list(params?.cursor));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => this.call(params));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  }
}

/** The protocol's own error. */
export const failing = (code: number, message: string): never => {
  throw new McpError(code, message);
};
