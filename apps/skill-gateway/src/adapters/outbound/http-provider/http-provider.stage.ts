import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderOnStage, SeenCall, Serving } from '../../../ports/skill-provider.contract';
import { HttpSkillProvider } from './http-skill-provider';

const ANSWERS: Readonly<Partial<Record<Serving & string, readonly [status: number, body: string]>>> = {
  overloaded: [429, ''],
  absent: [404, ''],
  bug: [500, '{"error":{"code":"internal","message":"m"}}'],
  garbage: [200, '<html>'],
  too_much: [200, JSON.stringify({ result: { text: 'x'.repeat(200_000) } })],
  deep: [200, `{"result":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
};

export async function openHttpStage(): Promise<ProviderOnStage> {
  const seen: SeenCall[] = [];
  const closed: Promise<unknown>[] = [];
  let serving: Serving = 'never';
  const server = createServer((request, response) => {
    closed.push(new Promise((resolve) => response.once('close', resolve)));
    void bodyOf(request).then((body) => {
      seen.push(seenIn(request, body));
      answer(serving, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const provider = new HttpSkillProvider();
  return {
    ...{ provider, seen, nowhere: 'http://127.0.0.1:1' },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (next) => (serving = next),
    givenUp: () => Promise.all(closed),
    close: async () => {
      provider.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

function seenIn({ url = '', headers }: IncomingMessage, body: Record<string, unknown>): SeenCall {
  const [, , skill = '', version = ''] = url.split('/');
  return {
    ...{ skill, version, arguments: body.arguments, dryRun: body.dry_run === true },
    user: (body.context as { user_id: string }).user_id,
    ...{ key: String(headers['idempotency-key']), traceparent: String(headers.traceparent) },
  };
}

function answer(serving: Serving, response: ServerResponse): void {
  if (serving === 'never') return;
  if (serving === 'drop') return void response.destroy();
  const said = typeof serving === 'string' ? ANSWERS[serving] : undefined;
  if (said) return void response.writeHead(said[0]).end(said[1]);
  const isError = typeof serving === 'object' && 'error' in serving;
  const status = !isError ? 200 : serving.error.code === 'invalid_arguments' ? 422 : 409;
  response.writeHead(status).end(JSON.stringify(serving));
}
