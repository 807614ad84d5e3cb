import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { until } from '@plinth/testing';
import { McpClients } from './mcp-clients';
import { McpToolLists } from './mcp-tool-list';

describe('clients of MCP servers', () => {
  let http: HttpServer;
  let url: string;
  let server: Server;
  let clients: McpClients;
  const changed: string[] = [];
  let begun = 0;
  let isListening = false;

  beforeAll(async () => {
    server = new Server({ name: 'stage', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: () => void (begun += 1),
    });
    await server.connect(transport);
    http = createServer((request, response) => {
      isListening ||= request.method === 'GET';
      void transport.handleRequest(request, response);
    });
    await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    clients = new McpClients((at) => changed.push(at));
  });
  afterAll(async () => {
    await clients.close();
    await server.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  it('S4: share one session a server, and hear in it that the tools have changed', async () => {
    const lists = new McpToolLists(clients);
    await Promise.all([lists.tools(`mcp+${url}`), lists.tools(`mcp+${url}#a`), lists.tools(`mcp+${url}#b`)]);
    expect(begun).toBe(1);
    await until('the client listens', 5_000, () => isListening);
    await server.sendToolListChanged();
    expect(await until('the change is heard', 5_000, () => changed[0])).toBe(url);
  });

  it('cannot list what is no server of the protocol, and try anew the next time', async () => {
    const lists = new McpToolLists(clients);
    await expect(lists.tools('mcp+http://127.0.0.1:1/mcp')).rejects.toMatchObject({ code: 'provider_unreachable' });
    await expect(lists.tools('http://127.0.0.1:1/mcp')).rejects.toMatchObject({ code: 'provider_unreachable' });
    expect(await lists.tools(`mcp+${url}`)).toEqual([]);
  });
});
