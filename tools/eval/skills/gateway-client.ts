import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const VECTORS_LOOKED_FOR_MS = 3_000;
const VECTORS_WITHIN_MS = 1_800_000;

const repaired = z.record(z.string(), z.unknown());
const validation = z.object({
  outcome: z.enum(['accepted', 'repaired', 'refused']),
  repaired: repaired.optional(),
  errors: z.array(z.object({ field: z.string(), rule: z.string() })),
});
export type Validation = z.output<typeof validation>;

const choice = z.object({
  fits: z.boolean(),
  skills: z.array(z.object({ name: z.string(), score: z.number() })),
});
export type Choice = z.output<typeof choice>;

const imports = z.object({ imported: z.array(z.object({ tool: z.string(), skill: z.string() })) });

const overview = z.object({ skills: z.array(z.object({ name: z.string() })), quarantined: z.array(z.unknown()) });

/** The gateway's HTTP interface, as any client of it sees it. Throws with status and body where it refuses. */
export class GatewayClient {
  constructor(private readonly base: string) {}

  validate(skill: string, args: unknown): Promise<Validation> {
    return this.call('POST', `/v1/skills/${skill}/validate`, { arguments: args }, validation);
  }

  /** `among`: the only skills to choose from. */
  search(query: string, topK: number, among?: readonly string[]): Promise<Choice> {
    return this.call('POST', '/v1/skills/search', { query, top_k: topK, ...(among && { among }) }, choice);
  }

  /** Imports tools as functions are described; answers what each is called here. */
  async importTools(namespace: string, tools: readonly unknown[]): Promise<z.output<typeof imports>['imported']> {
    const body = { kind: 'tools', namespace, url: 'http://127.0.0.1:1', document: tools };
    return (await this.call('POST', '/v1/imports', body, imports)).imported;
  }

  /** With a model of embeddings, resolves when no skill waits for its vector; a wait that does not end throws. */
  async vectorsMade(): Promise<void> {
    if (process.env.PLINTH_EMBEDDINGS_URL === undefined) return;
    // A look at the catalogue that began before the last skill came in says nothing of it.
    await sleep(VECTORS_LOOKED_FOR_MS);
    for (const until = performance.now() + VECTORS_WITHIN_MS; performance.now() < until; await sleep(200)) {
      const metrics = await (await fetch(new URL('/metrics', this.base))).text();
      if (/^plinth_skill_embeddings_waiting(\{[^}]*\})? 0$/m.test(metrics)) return;
    }
    throw new Error('skills still wait for their vectors');
  }

  overview(): Promise<z.output<typeof overview>> {
    return this.call('GET', '/v1/skills', undefined, overview);
  }

  private async call<T>(method: string, path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const response = await fetch(new URL(path, this.base), {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return answer.parse(JSON.parse(text));
  }
}
