import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SKILL_METRICS, skillManifest, type SkillManifest } from '@plinth/contracts';

/** Publishes skills of sets, and serves none of them. */
export async function startSetProvider(skills: readonly SkillManifest[]): Promise<{ url: string; stop: () => void }> {
  const metrics = skills.flatMap(({ name }) => SKILL_METRICS.map((metric) => `${metric}{skill="${name}"} 0`));
  const server = createServer((request, response) => {
    if (request.url === '/metrics') response.end(metrics.join('\n'));
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ skills }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** A skill for a tool of a set; what the set does not say is what a careful author would. */
export function skillOf(tool: {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
}): SkillManifest {
  return skillManifest.parse({
    ...{ name: tool.name, version: '1.0.0', description: tool.description.padEnd(10, '.').slice(0, 1_000) },
    ...{ trigger: 'the text asks for it', effect: 'read', confirmation_required: false },
    ...{ idempotency: 'none', input_schema: tool.input_schema, output_schema: {}, errors: [] },
    ...{ sla: { p95_ms: 1_000 }, timeout_ms: 1_000, metrics: SKILL_METRICS },
  });
}

/** A lower_snake name for the name of a tool, told apart by what stands before it. */
export function snakeName(prefix: string, name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
  return `${prefix}_${words}`.replace(/_+/g, '_').slice(0, 64).replace(/_$/, '');
}
