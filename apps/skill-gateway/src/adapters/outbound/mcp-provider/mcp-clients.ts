import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpExchange } from './mcp-exchange';

const WHO = { name: 'plinth-skill-gateway', version: '1' };

/**
 * One client a server, initialised when it is first needed and used by all. Owns them until `close`.
 * `onListChanged` hears the address of a server that says that its tools have changed.
 */
export class McpClients {
  private readonly clients = new Map<string, Promise<Client>>();

  constructor(private readonly onListChanged: (server: string) => void = () => undefined) {}

  /** Rejects with what the client of the protocol throws when the server cannot be reached or does not speak it. */
  of(server: string, timeoutMs: number): Promise<Client> {
    const known = this.clients.get(server);
    if (known) return known;
    const opening = this.open(server, timeoutMs);
    this.clients.set(server, opening);
    opening.catch(() => this.forget(server, opening));
    return opening;
  }

  /** The next use begins anew: the server has forgotten its session, or the connection is in doubt. */
  drop(server: string): void {
    const client = this.clients.get(server);
    if (!client) return;
    this.forget(server, client);
    void client.then((open) => open.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    const all = [...this.clients.values()];
    this.clients.clear();
    await Promise.allSettled(all.map(async (client) => (await client).close()));
  }

  private forget(server: string, client: Promise<Client>): void {
    if (this.clients.get(server) === client) this.clients.delete(server);
  }

  private async open(server: string, timeoutMs: number): Promise<Client> {
    const client = new Client(WHO, { capabilities: {} });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.onListChanged(server));
    const transport = new StreamableHTTPClientTransport(new URL(server), { fetch: McpExchange.fetch });
    await client.connect(transport, { timeout: timeoutMs });
    return client;
  }
}
