import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SKILL_METRICS } from '@plinth/contracts';
import { stockSkill } from '../../../features/run-shadow/shadow-under-test.stage';

export interface VersionedRequest {
  readonly version: string;
  readonly key: string;
  readonly dryRun: boolean;
}

/** A provider of two versions of one skill, `stock`: each answers by its own rule, and what was asked is remembered. */
export async function startTwoVersions(over: Parameters<typeof stockSkill>[1] = {}) {
  const manifests = ['1.0.0', '2.0.0'].map((version) => ({
    ...stockSkill(version, over),
    description: 'Tells how much of a thing is left in the stock of a city.',
    trigger: 'somebody asks for the stock',
    metrics: [...SKILL_METRICS],
  }));
  const seen: VersionedRequest[] = [];
  const answers = new Map<string, (city: string) => unknown>([
    ['1.0.0', () => ({ count: 3 })],
    ['2.0.0', () => ({ count: 3 })],
  ]);
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.url === '/manifests') return void response.end(JSON.stringify({ skills: manifests }));
    if (incoming.url === '/metrics')
      return void response.end(SKILL_METRICS.map((name) => `${name}{skill="stock"} 0`).join('\n'));
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      readonly arguments: { readonly city: string };
      readonly dry_run?: boolean;
    };
    const version = (incoming.url ?? '').split('/').at(-1) ?? '';
    seen.push({ version, key: String(incoming.headers['idempotency-key']), dryRun: body.dry_run === true });
    const result = answers.get(version)?.(body.arguments.city);
    response.writeHead(result === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result === undefined ? {} : { result }));
  };
  const server = createServer((incoming, response) => void respond(incoming, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
