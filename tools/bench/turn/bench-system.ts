import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MESH_PROCESS_NAMES } from '@plinth/contracts';
import { MeshProcess, REPOSITORY, startEmbedded } from '@plinth/testing';
import { z } from 'zod';
import type { Part } from './cpu-meter';
import { LeanClient } from './lean-client';

export type Profile = 'cluster' | 'embedded';

/** A running system under measurement. */
export interface BenchSystem {
  readonly client: LeanClient;
  /** Node processes of ours, whose profile can be taken. */
  readonly services: readonly Part[];
  /** Broker and stores, where they are processes of their own. */
  readonly servers: readonly Part[];
  stop(): Promise<void>;
}

export const openSystem = (profile: Profile, env: Readonly<Record<string, string>>): Promise<BenchSystem> =>
  profile === 'cluster' ? openCluster(env) : openEmbedded(env);

async function openCluster(env: Readonly<Record<string, string>>): Promise<BenchSystem> {
  const mesh = await MeshProcess.start({ env });
  const services = await Promise.all(
    MESH_PROCESS_NAMES.map(async (name): Promise<Part> => {
      const pid = await mesh.pidOf(name);
      if (pid === undefined) throw new Error(`${name} does not run; the mesh said:\n${mesh.output}`);
      return { name, pid };
    }),
  );
  const client = new LeanClient(mesh.client.url, mesh.key);
  return { client, services, servers: await serverParts(), stop: () => stopWith(client, () => mesh.stop()) };
}

async function openEmbedded(env: Readonly<Record<string, string>>): Promise<BenchSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-bench-'));
  const server = await startEmbedded(dataDir, { ...env });
  const client = new LeanClient(server.told, undefined);
  const end = async (): Promise<void> => {
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { client, services: [{ name: 'embedded', pid: server.pid }], servers: [], stop: () => stopWith(client, end) };
}

async function stopWith(client: LeanClient, stop: () => Promise<void>): Promise<void> {
  client.close();
  await stop();
}

const status = z.object({ servers: z.array(z.object({ name: z.string(), pid: z.int().optional() })) });

/** The processes of tools/infra. Throws when they are not processes of this machine, as in containers. */
async function serverParts(): Promise<readonly Part[]> {
  const script = join(REPOSITORY, 'tools/infra/infra.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'status', '--json']);
  return status.parse(JSON.parse(stdout)).servers.map(({ name, pid }): Part => {
    if (pid === undefined)
      throw new Error(
        `the process of ${name} is not known, so its CPU cannot be measured: use PLINTH_INFRA_MODE=native`,
      );
    return { name, pid, tree: true };
  });
}
