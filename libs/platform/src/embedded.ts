import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InProcessTransport } from '@plinth/bus';
import type { PlatformConfig } from '@plinth/config';
import type { Clock } from '@plinth/kernel';
import { PgliteDatabase, PgliteEngine } from '@plinth/postgres';
import { InProcessDoorbell, InProcessHotStore } from '@plinth/redis';
import type { Logger } from '@plinth/telemetry';
import type { Stores } from './stores';

/** Embedded: PostgreSQL in this process on a folder of its own, hot state and bus in memory; the journal re-drives after a crash. */
export async function openEmbedded(config: PlatformConfig, clock: Clock, logger: Logger): Promise<Stores> {
  const folder = join(resolve(config.dataDir), 'database');
  await mkdir(folder, { recursive: true });
  const engine = await PgliteEngine.open({
    folder,
    report: (error) => logger.error({ err: error }, 'The embedded database reports a fault'),
  });
  const hot = new InProcessHotStore(clock);
  const doorbell = new InProcessDoorbell();
  const transport = new InProcessTransport(clock);
  return {
    hot,
    doorbell,
    openDatabase: (schema) => new PgliteDatabase(engine, { schema }),
    openTransport: () => transport,
    async close() {
      await Promise.all([hot.close(), doorbell.close()]);
      await engine.close();
    },
  };
}
