import { TransientError } from '@plinth/kernel';
import { z } from 'zod';
import { mcpAddressIn } from '../../../domain/imports/mcp-address';
import type { McpClients } from './mcp-clients';
import { McpExchange } from './mcp-exchange';

const TIMEOUT_MS = 10_000;
const MAX_PAGE_BYTES = 4 * 1_024 * 1_024;
const MAX_PAGES = 100;

/** Each tool is looked at by itself later on: one that is none must not hide the others. */
const page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Lists the tools of MCP servers, page by page. */
export class McpToolLists {
  constructor(private readonly clients: McpClients) {}

  /** Throws TransientError `provider_unreachable` or `manifests_unreadable`. */
  async tools(url: string): Promise<readonly unknown[]> {
    const server = mcpAddressIn(url)?.server;
    if (server === undefined) throw new TransientError('provider_unreachable', 'The address is no MCP server.');
    const listed: unknown[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { tools, nextCursor } = await this.page(server, cursor);
      listed.push(...tools);
      if (nextCursor === undefined) return listed;
      cursor = nextCursor;
    }
    throw new TransientError('manifests_unreadable', `The server lists its tools on more than ${MAX_PAGES} pages.`);
  }

  private async page(server: string, cursor: string | undefined): Promise<z.output<typeof page>> {
    const opening = new McpExchange(MAX_PAGE_BYTES);
    const exchange = new McpExchange(MAX_PAGE_BYTES);
    try {
      const client = await opening.during(() => this.clients.of(server, TIMEOUT_MS));
      const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
      return await exchange.during(() => client.request(request, page, { timeout: TIMEOUT_MS }));
    } catch (error) {
      this.clients.drop(server);
      const code = exchange.status === 200 ? 'manifests_unreadable' : 'provider_unreachable';
      throw new TransientError(code, 'The MCP server does not list its tools.', { cause: error });
    }
  }
}
