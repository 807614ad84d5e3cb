import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, TurnClient } from '@plinth/testing';

export interface DemoServer {
  readonly client: TurnClient;
  readonly describe: string;
  close(): Promise<void>;
}

/** The server at `url`, or an embedded one of its own: a free port, a data folder that goes with it. Throws when it is not ready. */
export async function openDemoServer(url: string | undefined, key: string | undefined): Promise<DemoServer> {
  if (url !== undefined) {
    const base = url.replace(/\/+$/, '');
    await assertReady(base);
    return { client: new TurnClient(base, key), describe: base, close: () => Promise.resolve() };
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

async function assertReady(url: string): Promise<void> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw new Error(`no server answers at ${url}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!response.ok) throw new Error(`${url} is not ready: ${await response.text()}`);
}
