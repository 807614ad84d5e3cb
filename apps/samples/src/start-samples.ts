import { join } from 'node:path';
import { requireFreePort } from '@plinth/http';
import { FileEffectMemory, startSkillServer, type SkillServer } from '@plinth/skill-kit';
import { openScenarios, SCENARIOS, type Scenario } from './scenarios';

interface SamplesOptions {
  readonly port: number;
  readonly host?: string;
  readonly dataDir: string;
  /** One of them alone, which keeps its files in a folder of its own; all of them unless given. */
  readonly scenario?: Scenario;
}

/**
 * Serves the skills of the reference scenarios; what they did is kept in `<data dir>/samples/*.jsonl`, of one alone in
 * `<data dir>/samples-<scenario>/`. Throws PermanentError `port_unavailable` before it opens them.
 */
export async function startSamples(options: SamplesOptions): Promise<SkillServer> {
  const { port, host = '127.0.0.1', dataDir, scenario } = options;
  await requireFreePort(host, port);
  const name = scenario === undefined ? 'samples' : `samples-${scenario}`;
  const folder = join(dataDir, name);
  const effects = await FileEffectMemory.open(join(folder, 'effects.jsonl'));
  const { skills, close } = await openScenarios(scenario === undefined ? SCENARIOS : [scenario], folder);
  const server = await startSkillServer(skills, { name, port, effects, host });
  return {
    url: server.url,
    async close() {
      await server.close();
      await Promise.all([effects.close(), close()]);
    },
  };
}
