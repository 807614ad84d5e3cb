import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';
import { manifestDefaults } from '../../../domain/contract/manifest-defaults.stage';

export interface SeenRequest {
  readonly skill: string;
  readonly key: string;
  readonly body: {
    readonly arguments: unknown;
    readonly dry_run?: boolean;
    readonly context: { readonly user_id: string };
  };
}

type Answering = (request: SeenRequest, response: ServerResponse) => unknown;

/** `read_stock` reads, `refund_order` is irreversible and has to be confirmed, `send_note` acts at once; two of them offer a dry run. */
export const MANIFESTS: readonly SkillManifest[] = [
  manifestOf('read_stock', { effect: 'read' }),
  manifestOf('send_note', { effect: 'write', receipt: { fields: ['id'] } }),
  manifestOf('refund_order', {
    ...{ effect: 'irreversible', confirmation_required: true, receipt: { fields: ['id'] }, shadow: 'dry_run' },
  }),
];

function manifestOf(name: string, over: Partial<SkillManifest>): SkillManifest {
  return {
    ...{ name, version: '1.0.0', description: `The skill ${name} of a test.`, trigger: 'a test asks', effect: 'read' },
    ...{ confirmation_required: false, idempotency: 'key', sla: { p95_ms: 50 }, timeout_ms: 2_000 },
    errors: [{ code: 'sold_out', retryable: false, description: 'Nothing is left.' }],
    input_schema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    output_schema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: true,
    },
    ...manifestDefaults,
    metrics: [...SKILL_METRICS],
    ...over,
  };
}

/** A provider on stage: answers as it is told, remembers what it was asked. */
export async function startScriptedProvider(manifests = MANIFESTS) {
  const seen: SeenRequest[] = [];
  const script: Answering[] = [];
  const effects = new Map<string, string>();
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, , skill = '', , , key = ''] = (incoming.url ?? '').split(/[/?]/);
    if (incoming.url === '/manifests') return void answer(response, 200, { skills: manifests });
    if (incoming.url === '/metrics')
      return void response.end(
        manifests.flatMap((each) => SKILL_METRICS.map((name) => `${name}{skill="${each.name}"} 0`)).join('\n'),
      );
    if (incoming.method === 'GET') {
      const id = effects.get(decodeURIComponent(key));
      return void answer(
        response,
        id ? 200 : 404,
        id ? { status: 'known', result: { id }, receipt: { id } } : { status: 'not_known' },
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SeenRequest['body'];
    const request = { skill, key: String(incoming.headers['idempotency-key']), body };
    seen.push(request);
    const id = effects.get(request.key) ?? `R-${effects.size + 1}`;
    if (skill !== 'read_stock' && !body.dry_run) effects.set(request.key, id);
    const scripted = script.shift();
    if (scripted) return void scripted(request, response);
    answer(response, 200, { result: { id }, receipt: { id } });
  };
  const server = createServer((incoming, response) => void respond(incoming, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script,
    effects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type ScriptedHttpProvider = Awaited<ReturnType<typeof startScriptedProvider>>;
