import { defineConfig, env, type ConfigOf, type ConfigProblem } from './define-config';
import { optional } from './env-parser';
import { envDurationMs, envEnum, envInt, envPort, envText, envUrl } from './env-parsers';
import { kafkaConfig } from './kafka-config';

/** How many requests one process works on at once, and how many it lets wait for that, unless told otherwise. */
export const REQUEST_BOUNDS = { inFlight: 64, queue: 256 } as const;

/** What every service reads beside its own. */
export const platformConfig = defineConfig(
  {
    profile: env(
      'PLINTH_PROFILE',
      envEnum(['embedded', 'cluster'], 'embedded'),
      'Everything in the process, or Kafka, Redis and PostgreSQL.',
    ),
    port: env(
      'PLINTH_PORT',
      envPort(8080, { min: 0, max: 65_000 }),
      'Base port: orchestrator +0, memory +1, skill-gateway +2, reflection +3, samples +4; embedded on it. gRPC +10 of its process. 0 takes free ones.',
    ),
    host: env(
      'PLINTH_HOST',
      envText(optional),
      'Address to listen on: 127.0.0.1 unless set, and 0.0.0.0 in the cluster profile with API keys.',
    ),
    dataDir: env('PLINTH_DATA_DIR', envText('.plinth'), 'Folder of the embedded database and the samples’ effects.'),
    ...kafkaConfig.fields,
    redisUrl: env(
      'PLINTH_REDIS_URL',
      envUrl(optional, ['redis', 'rediss']),
      'Redis, with user and password; required in the cluster profile.',
    ),
    postgresUrl: env(
      'PLINTH_POSTGRES_URL',
      envUrl(optional, ['postgres', 'postgresql']),
      'PostgreSQL, with user and password; required in the cluster profile.',
    ),
    postgresPoolSize: env(
      'PLINTH_POSTGRES_POOL',
      envInt(8, { min: 1, max: 500 }),
      'Connections to PostgreSQL of one process.',
    ),
    apiKeysFile: env(
      'PLINTH_API_KEYS',
      envText(optional),
      'JSON file of key hashes, tenants and scopes, read again when it changes; without it only a loopback address is served.',
    ),
    logLevel: env(
      'PLINTH_LOG_LEVEL',
      envEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
      'The least that is logged.',
    ),
    partitions: env(
      'PLINTH_PARTITIONS',
      envInt(16, { min: 1, max: 1_000 }),
      'Partitions of each topic, fixed when `npm run topics` creates it.',
    ),
    busTries: env(
      'PLINTH_BUS_TRIES',
      envInt(5, { min: 1, max: 100 }),
      'Deliveries of one message before it is parked.',
    ),
    busInFlight: env(
      'PLINTH_BUS_IN_FLIGHT',
      envInt(256, { min: 1, max: 10_000 }),
      'Messages being handled at once per consumer.',
    ),
    requestsInFlight: env(
      'PLINTH_REQUESTS_IN_FLIGHT',
      envInt(REQUEST_BOUNDS.inFlight, { min: 1, max: 10_000 }),
      'Requests of one process under way at once, by HTTP and gRPC together; turns have a bound of their own.',
    ),
    requestsQueue: env(
      'PLINTH_REQUESTS_QUEUE',
      envInt(REQUEST_BOUNDS.queue, { min: 0, max: 100_000 }),
      'Requests that wait for that, 2 s at most; beyond it 503 is answered, by gRPC RESOURCE_EXHAUSTED.',
    ),
    drainDelayMs: env(
      'PLINTH_DRAIN_DELAY',
      envDurationMs(optional, { min: 0, max: 600_000 }),
      'How long a stopping process goes on serving, unready: 5s in the cluster profile and none embedded unless set.',
    ),
    drainTimeoutMs: env(
      'PLINTH_DRAIN_TIMEOUT',
      envDurationMs(20_000, { min: 0, max: 600_000 }),
      'After that delay: how long a stopping process may finish what it holds, requests, messages and all.',
    ),
    defaultTenant: env(
      'PLINTH_DEFAULT_TENANT',
      envText('default', /^[a-z0-9][a-z0-9_-]{0,62}$/, 'a tenant id'),
      'The tenant of callers without a key (embedded profile on a loopback address).',
    ),
  },
  [...kafkaConfig.rules, clusterNeedsServers],
);

export type PlatformConfig = ConfigOf<typeof platformConfig>;

function clusterNeedsServers(values: {
  readonly profile?: 'embedded' | 'cluster';
  readonly kafkaBrokers?: readonly string[] | undefined;
  readonly redisUrl?: string | undefined;
  readonly postgresUrl?: string | undefined;
}): readonly ConfigProblem[] {
  if (values.profile !== 'cluster') return [];
  const rule = 'is required in the cluster profile';
  const problems: ConfigProblem[] = [];
  if (!values.kafkaBrokers) problems.push({ variable: 'PLINTH_KAFKA_BROKERS', rule });
  if (!values.redisUrl) problems.push({ variable: 'PLINTH_REDIS_URL', rule });
  if (!values.postgresUrl) problems.push({ variable: 'PLINTH_POSTGRES_URL', rule });
  return problems;
}

/** The address to listen on. Unless one is chosen, others reach a process only where it asks them for keys. */
export function listenHost({ host, profile, apiKeysFile }: PlatformConfig): string {
  return host ?? (profile === 'cluster' && apiKeysFile !== undefined ? '0.0.0.0' : '127.0.0.1');
}

/** The configuration of the cluster profile, its server addresses known to be set. */
export type ClusterConfig = PlatformConfig & {
  readonly kafkaBrokers: readonly string[];
  readonly redisUrl: string;
  readonly postgresUrl: string;
};

export function isCluster(config: PlatformConfig): config is ClusterConfig {
  return config.profile === 'cluster';
}
