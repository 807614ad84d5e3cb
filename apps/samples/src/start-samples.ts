import { join } from 'node:path';
import { startSkillServer, type SkillServer } from '@plinth/skill-kit';
import { loadShop } from './customer-service/shop';
import { customerServiceSkills } from './customer-service/skills';
import { FileEffectMemory } from './file-effect-memory';

export interface SamplesOptions {
  readonly port: number;
  readonly host?: string;
  readonly dataDir: string;
}

/** Serves the skills of the reference scenarios; effects are kept in `<data dir>/samples/effects.jsonl`. */
export async function startSamples({ port, host, dataDir }: SamplesOptions): Promise<SkillServer> {
  const effects = await FileEffectMemory.open(join(dataDir, 'samples', 'effects.jsonl'));
  const server = await startSkillServer(customerServiceSkills(loadShop()), {
    name: 'samples',
    port,
    effects,
    ...(host ? { host } : {}),
  });
  return {
    url: server.url,
    async close() {
      await server.close();
      await effects.close();
    },
  };
}
