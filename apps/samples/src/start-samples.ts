import { join } from 'node:path';
import { requireFreePort } from '@plinth/http';
import { FileEffectMemory, startSkillServer, type SkillServer } from '@plinth/skill-kit';
import { Refunds } from './customer-service/refunds';
import { loadShop } from './customer-service/shop';
import { customerServiceSkills } from './customer-service/skills';

interface SamplesOptions {
  readonly port: number;
  readonly host?: string;
  readonly dataDir: string;
}

/**
 * Serves the skills of the reference scenarios; effects and refunds are kept in `<data dir>/samples/*.jsonl`.
 * Throws PermanentError `port_unavailable` before it opens them.
 */
export async function startSamples({ port, host = '127.0.0.1', dataDir }: SamplesOptions): Promise<SkillServer> {
  await requireFreePort(host, port);
  const effects = await FileEffectMemory.open(join(dataDir, 'samples', 'effects.jsonl'));
  const refunds = await FileEffectMemory.open(join(dataDir, 'samples', 'refunds.jsonl'));
  const server = await startSkillServer(customerServiceSkills(loadShop(), new Refunds(refunds)), {
    name: 'samples',
    port,
    effects,
    host,
  });
  return {
    url: server.url,
    async close() {
      await server.close();
      await Promise.all([effects.close(), refunds.close()]);
    },
  };
}
