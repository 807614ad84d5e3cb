/** Which processes a mesh has, and what each is told. Pure. */
import { join } from 'node:path';

/**
 * Services by their distance from the base port; replica n listens REPLICA_STEP × (n − 1) further on. A copy of MESH in
 * @plinth/contracts, so that the launcher needs no build; plan.test.mjs compares the two.
 */
export const SERVICES = /** @type {const} */ ({
  orchestrator: 0,
  memory: 1,
  'skill-gateway': 2,
  reflection: 3,
  samples: 4,
});
export const REPLICA_STEP = 20;

/** @typedef {keyof typeof SERVICES} ServiceName */
/** @typedef {{ service: ServiceName, replica: number, name: string, port: number, script: string, env: Record<string, string> }} Process */

/**
 * `--replicas memory=2` (repeatable, or memory=2,reflection=3).
 * @param {readonly string[]} args @returns {Record<ServiceName, number>}
 */
export function parseReplicas(args) {
  const counts = /** @type {Record<ServiceName, number>} */ (
    Object.fromEntries(Object.keys(SERVICES).map((name) => [name, 1]))
  );
  for (let at = 0; at < args.length; at += 2) {
    if (args[at] !== '--replicas')
      throw new Error(`unknown argument ${args[at]}; usage: npm run mesh -- [--replicas <service>=<count>]`);
    for (const part of (args[at + 1] ?? '').split(',')) {
      const [, name = '', count = ''] = /^([a-z-]+)=(\d{1,2})$/.exec(part) ?? [];
      if (!(name in SERVICES))
        throw new Error(
          `--replicas ${part || '(nothing)'}: expected <service>=<count>, services are ${Object.keys(SERVICES).join(', ')}`,
        );
      if (name === 'samples' && count !== '1')
        throw new Error('--replicas samples: its effects are one file, so it has one process');
      counts[/** @type {ServiceName} */ (name)] = Number(count);
    }
  }
  return counts;
}

/**
 * @param {Record<ServiceName, number>} replicas
 * @param {{ root: string, dataDir: string, basePort: number, env: Record<string, string> }} options
 * @returns {Process[]}
 */
export function planMesh(replicas, { root, dataDir, basePort, env }) {
  return /** @type {ServiceName[]} */ (Object.keys(SERVICES)).flatMap((service) =>
    Array.from({ length: replicas[service] }, (_, index) => {
      const shift = REPLICA_STEP * index;
      return {
        service,
        replica: index + 1,
        name: `${service}-${index + 1}`,
        port: basePort + shift + SERVICES[service],
        script: join(root, 'apps', service, 'dist', 'main.js'),
        env: {
          ...env,
          PLINTH_PROFILE: 'cluster',
          PLINTH_PORT: String(basePort + shift),
          PLINTH_DATA_DIR: dataDir,
          PLINTH_HOST: env['PLINTH_HOST'] ?? '127.0.0.1',
          PLINTH_API_KEYS: env['PLINTH_API_KEYS'] ?? join(dataDir, 'api-keys.json'),
          PLINTH_SKILL_PROVIDERS: env['PLINTH_SKILL_PROVIDERS'] ?? `http://127.0.0.1:${basePort + SERVICES.samples}`,
          // Nobody routes by readiness here.
          PLINTH_DRAIN_DELAY: env['PLINTH_DRAIN_DELAY'] ?? '0',
          OTEL_SERVICE_NAME: `plinth-${service}`,
        },
      };
    }),
  );
}

/** Wait before the next start of a process that died, by how often it died soon after its start; milliseconds. */
export function restartDelayMs(/** @type {number} */ earlyDeaths) {
  return earlyDeaths === 0 ? 100 : Math.min(10_000, 250 * 2 ** earlyDeaths);
}
