import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, TurnClient } from '@plinth/testing';

export interface DemoServer {
  readonly client: TurnClient;
  readonly describe: string;
  close(): Promise<void>;
}

/** The server at `url`, or an embedded one of its own: a free port, a data folder that goes with it. */
export async function openDemoServer(url: string | undefined, key: string | undefined): Promise<DemoServer> {
  if (url !== undefined) {
    return { client: new TurnClient(url.replace(/\/+$/, ''), key), describe: url, close: () => Promise.resolve() };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-demo-'));
  const removeData = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbedded(dataDir);
    return {
      client: new TurnClient(server.told),
      describe: `${server.told}, started for this`,
      close: async () => {
        await server.end('SIGTERM');
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
