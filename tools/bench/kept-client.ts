import { Agent, request } from 'node:http';

export interface KeptAnswer {
  readonly status: number;
  readonly text: string;
}

/** HTTP over kept connections, with as little work of the client's as Node allows. */
export class KeptClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly url: string,
    key: string | undefined,
  ) {
    this.headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
  }

  /** `body` as JSON, where there is one. */
  send(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<KeptAnswer> {
    const sentBody = body === undefined ? '' : JSON.stringify(body);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(sentBody) };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}${path}`, {
        method,
        agent: this.agent,
        headers: { ...this.headers, ...headers, ...length },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      sent.end(sentBody);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
