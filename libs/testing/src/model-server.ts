import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelMessage {
  readonly role: string;
  readonly content: string;
}

/** What the next calls get: a text, a status with a body that is no answer, or nothing at all. */
export type ModelMood =
  { readonly says: string } | { readonly status: number; readonly body: string } | { readonly hangs: true };

/** An OpenAI-compatible server whose answers a test chooses. */
export class ModelServer {
  /** The messages of every call, oldest first. */
  readonly calls: (readonly ModelMessage[])[] = [];
  mood: ModelMood = { says: '' };

  private constructor(
    readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<ModelServer> {
    const open = new Set<ServerResponse>();
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { messages: ModelMessage[] };
        model.calls.push(body.messages);
        model.answer(request.url ?? '', response);
      });
      open.add(response);
      response.once('close', () => open.delete(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new ModelServer(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          for (const response of open) response.destroy();
          server.closeAllConnections();
        }),
    );
    return model;
  }

  close(): Promise<void> {
    return this.stop();
  }

  private answer(path: string, response: ServerResponse): void {
    const { mood } = this;
    if ('hangs' in mood) return;
    if ('status' in mood) {
      response.writeHead(mood.status, { 'content-type': 'application/json' }).end(mood.body);
      return;
    }
    if (path !== '/v1/chat/completions') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-test',
        object: 'chat.completion',
        created: 0,
        model: 'test-model',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: mood.says } }],
        usage: { prompt_tokens: 21, completion_tokens: 7, total_tokens: 28 },
      }),
    );
  }
}
