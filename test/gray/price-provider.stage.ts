import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';

export interface SeenCall {
  readonly skill: string;
  readonly version: string;
  readonly user: string;
  readonly atMs: number;
}

/** What a version answers; undefined: something outside of its schema. */
type Answering = (call: SeenCall, nth: number) => Record<string, unknown> | undefined;

const manifest = (name: string, version: string, over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name, version, description: 'Tells the price of one article.', trigger: 'a price', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 1_800 }, timeout_ms: 4_000 },
  input_schema: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
  output_schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
  ...{ shadow: 'safe', key_fields: ['price'], metrics: [...SKILL_METRICS] },
  ...over,
});

/** Acts, and has never heard of a dry run. */
const paying: Partial<SkillManifest> = { effect: 'irreversible', shadow: 'never', receipt: { fields: ['price'] } };

const PUBLISHED = ['1.0.0', '2.0.0'].flatMap((version) => [
  manifest('tell_price', version),
  manifest('tell_rarely', version),
  manifest('pay_price', version, paying),
]);

const METRICS = PUBLISHED.flatMap(({ name, version }) =>
  ['skill_calls_total', 'skill_latency_seconds_count'].map(
    (metric) => `${metric}{skill="${name}",version="${version}"} 0`,
  ),
).join('\n');

/** A provider of two versions of some skills; what the second one answers may be changed under way. */
export class PriceProvider {
  readonly seen: SeenCall[] = [];
  private readonly counts = new Map<string, number>();
  candidate: Answering = () => ({ price: 2 });

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<PriceProvider> {
    const server = createServer((request, response) => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url === '/metrics') return void response.end(`${METRICS}\n`);
      if (request.method === 'GET') return answer(200, request.url === '/manifests' ? { skills: PUBLISHED } : {});
      provider.serve(request).then(
        (result) => answer(200, { result, receipt: result }),
        (error: unknown) => answer(500, { error: { code: 'internal', message: String(error) } }),
      );
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new PriceProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return provider;
  }

  of(version: string): readonly SeenCall[] {
    return this.seen.filter((call) => call.version === version);
  }

  private async serve(request: IncomingMessage): Promise<Record<string, unknown>> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { context } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { context: { user_id: string } };
    const [, , skill = '', version = ''] = (request.url ?? '').split('/');
    const call = { skill, version, user: context.user_id, atMs: Date.now() };
    this.seen.push(call);
    const nth = (this.counts.get(version) ?? 0) + 1;
    this.counts.set(version, nth);
    if (version === '1.0.0') return { price: 1 };
    return this.candidate(call, nth) ?? { price: 'a lot' };
  }
}
