import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderCall {
  readonly key: string;
  readonly turn: string;
  readonly text: string;
}

type Keys = SkillManifest['idempotency'];

/**
 * A provider outside of the system, with one irreversible skill: `text` in, `receipt` out. It counts every call and keeps
 * one effect per key if it honours keys, one per call if it ignores them.
 */
export class SkillProvider {
  readonly calls: ProviderCall[] = [];
  /** One entry for each effect. */
  readonly effects: ProviderCall[] = [];
  /** Called after the effect and before its answer; the answer waits for it. */
  afterEffect: (call: ProviderCall) => Promise<void> = () => Promise.resolve();

  private constructor(
    readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(skill: string, keys: Keys, versions: readonly string[] = ['1.0.0']): Promise<SkillProvider> {
    const server = createServer((request, response) => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url === '/metrics') {
        response.end(SKILL_METRICS.map((name) => `${name}{skill="${skill}"} 0`).join('\n'));
        return;
      }
      if (request.method === 'GET') {
        answer(
          200,
          request.url === '/manifests'
            ? { skills: versions.map((version) => manifestOf(skill, version, keys)) }
            : { status: 'ok' },
        );
        return;
      }
      provider.serve(request, keys).then(
        (receipt) => answer(200, { result: { receipt }, receipt: { receipt } }),
        (error: unknown) => answer(500, { error: { code: 'internal', message: String(error), retryable: false } }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new SkillProvider(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return provider;
  }

  close(): Promise<void> {
    return this.stop();
  }

  private async serve(request: IncomingMessage, keys: Keys): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      arguments: { text: string };
      context: { turn_id: string };
    };
    const call: ProviderCall = {
      key: String(request.headers['idempotency-key'] ?? ''),
      turn: body.context.turn_id,
      text: body.arguments.text,
    };
    this.calls.push(call);
    const known = keys === 'key' ? this.effects.findIndex(({ key }) => key === call.key) : -1;
    const at = known >= 0 ? known : this.effects.push(call) - 1;
    await this.afterEffect(call);
    return `R-${at + 1}`;
  }
}

function manifestOf(name: string, version: string, idempotency: Keys): SkillManifest {
  const object = (field: string) => ({
    type: 'object',
    properties: { [field]: { type: 'string' } },
    required: [field],
    additionalProperties: false,
  });
  return {
    name,
    version,
    description: 'Does something once that cannot be undone.',
    trigger: 'a test asks for it',
    effect: 'irreversible',
    confirmation_required: false,
    idempotency,
    input_schema: object('text'),
    output_schema: object('receipt'),
    errors: [],
    sla: { p95_ms: 100 },
    timeout_ms: 20_000,
    receipt: { fields: ['receipt'] },
    shadow: 'never',
    key_fields: [],
    metrics: [...SKILL_METRICS],
  };
}

/** A flow that calls such a skill for a text with the trigger word, and answers with its receipt. */
export const flowCalling = (skill: string, trigger: string): string => `name: ${skill}_flow
triggers: { any: ['${trigger}'], priority: 100 }
slots:
  text: { text: true, ask: { zh: 请输入文字。, en: Which text? } }
start: act
fallback: failed
states:
  act:
    skill: ${skill}
    arguments: { text: '{{slots.text}}' }
    on: [{ to: done }]
  done:
    reply: { zh: '办好了 {{data.act.receipt}}', en: 'done {{data.act.receipt}}' }
  failed:
    reply: { zh: 没有办成, en: not done }
`;
