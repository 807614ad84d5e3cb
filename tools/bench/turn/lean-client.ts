import { Agent, request } from 'node:http';
import type { TurnView } from '@plinth/testing';

export interface LeanAnswer {
  readonly status: number;
  readonly body: TurnView;
}

/** The public API over kept connections, with as little work of the client's as Node allows. */
export class LeanClient {
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

  turn(
    words: { readonly session_id: string; readonly user_id: string; readonly text: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LeanAnswer> {
    const body = JSON.stringify(words);
    const length = { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}/v1/turns`, {
        method: 'POST',
        agent: this.agent,
        headers: { ...this.headers, ...headers, ...length },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          try {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as TurnView });
          } catch (error) {
            reject(new Error(`the answer ${response.statusCode} is not JSON: ${text.slice(0, 200)}`, { cause: error }));
          }
        });
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
