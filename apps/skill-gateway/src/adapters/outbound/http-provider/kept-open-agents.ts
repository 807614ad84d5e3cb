import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

const KEPT_OPEN = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' } as const;

/** Connections to providers, kept open for the next request. */
export class KeptOpenAgents {
  private readonly plain = new Agent(KEPT_OPEN);
  private readonly secure = new SecureAgent(KEPT_OPEN);

  of(url: URL): Agent {
    return url.protocol === 'https:' ? this.secure : this.plain;
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}
