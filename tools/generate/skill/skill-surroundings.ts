import type { SkillOrder } from './skill-order';

export function testSource({ name, identifier, file, effect }: SkillOrder): string {
  const [failing, more] = effect === 'read' ? ['not_found', ''] : ['not_allowed', ", result: { status: 'recorded' }"];
  const result = effect === 'read' ? ', result: { amount: 42 }' : more;
  return `import { assertSkill } from '@plinth/skill-kit';
import { ${identifier} } from './${file}';

describe('${name}', () => {
  it('keeps its contract: examples, every declared error, ${effect === 'read' ? 'and no unknown field' : 'receipts and dry runs'}', async () => {
    await assertSkill(${identifier}, [
      { arguments: { subject: 'example' }${result} },
      { arguments: { subject: 'something else' }, error: '${failing}' },
    ]);
  });
});
`;
}

/** Beyond what a mesh on the default base port takes: 8080 to 8084, and gRPC ten above each. */
const HTTP_PORT = 8200;
const GRPC_PORT = 8201;

export function startSource({ name, identifier, file, effect, provider }: SkillOrder): string {
  const acts = effect !== 'read';
  const kit = acts ? 'FileEffectMemory, startSkillServer' : 'startSkillServer';
  return `${acts ? "import { join } from 'node:path';\n" : ''}import { defineConfig, env, envInt, envText, loadConfig } from '@plinth/config';
import { runMain, type Running } from '@plinth/platform';
import { ${kit} } from '@plinth/skill-kit';
import { createLogger } from '@plinth/telemetry';
import { ${identifier} } from './${file}';

const config = defineConfig({
  host: env('HOST', envText('127.0.0.1'), 'Where it listens.'),
  port: env('PORT', envInt(${HTTP_PORT}, { min: 0, max: 65_535 }), 'Over HTTP.'),${
    provider === 'grpc'
      ? `
  grpcPort: env('GRPC_PORT', envInt(${GRPC_PORT}, { min: 0, max: 65_535 }), 'Over gRPC.'),`
      : ''
  }${
    acts
      ? `
  dataDir: env('DATA_DIR', envText('.plinth/${file}'), 'Where its effects are kept.'),`
      : ''
  }
});

async function start(): Promise<Running> {
  const { host, port${provider === 'grpc' ? ', grpcPort' : ''}${acts ? ', dataDir' : ''} } = loadConfig(config);
${acts ? "  const effects = await FileEffectMemory.open(join(dataDir, 'effects.jsonl'));\n" : ''}  const server = await startSkillServer([${identifier}], { name: '${file}', host, port${
    provider === 'grpc' ? ', grpcPort' : ''
  }${acts ? ', effects' : ''} });
  return {
    logger: createLogger({ service: '${file}' }),
    facts: { url: server.url${provider === 'grpc' ? ", grpc: server.grpcUrl ?? ''" : ''} },
    close: ${
      acts
        ? `async () => {
      await server.close();
      await effects.close();
    }`
        : '() => server.close()'
    },
  };
}

runMain('${name}', start);
`;
}

export function readmeSource({ name, file, effect, provider, folder }: SkillOrder): string {
  const key = effect === 'read' ? '' : " -H 'Idempotency-Key: try-1'";
  const url = provider === 'grpc' ? `grpc://127.0.0.1:${GRPC_PORT}` : `http://127.0.0.1:${HTTP_PORT}`;
  return `# ${name}

\`${file}.ts\` is the skill with its contract ([the kit](/libs/skill-kit/README.md)), \`${file}.test.ts\` its test, \`start.ts\` its provider.

\`\`\`sh
npm run test:one -- ${folder}/${file}
PATH=$PWD/node_modules/.bin:$PATH node --conditions=development --require @swc-node/register ${folder}/${file}/start.ts     # the rest in another shell
curl -s localhost:${HTTP_PORT}/skills/${name}/1.0.0${key} -d '{"arguments":{"subject":"example"},"context":{"tenant":"default","user_id":"me"}}'
PLINTH_SKILL_PROVIDERS=http://127.0.0.1:8084,${url} npm start     # 8084: the samples, which the list replaces
curl -s localhost:8080/v1/skills/${name}     # registered at the start, or within 15 s
\`\`\`

To ship version 2 of it in stages, and to call it by HTTP, MCP and gRPC: [the kit](/libs/skill-kit/README.md).
`;
}
