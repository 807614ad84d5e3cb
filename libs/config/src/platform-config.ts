import { defineConfig, env, type ConfigOf, type ConfigProblem } from './define-config';
import { envDurationMs, envEnum, envInt, envList, envText, envUrl, optional } from './env-parsers';

/** The slice that every service reads; a service adds its own by `extendConfig(platformConfig, { … })`. */
export const platformConfig = defineConfig(
  {
    profile: env('PLINTH_PROFILE', envEnum(['embedded', 'cluster'], 'embedded')),
    /** Base port: each service listens at a fixed distance from it, the embedded profile on it. */
    port: env('PLINTH_PORT', envInt(8080, { min: 0, max: 65_000 })),
    host: env('PLINTH_HOST', envText('127.0.0.1')),
    dataDir: env('PLINTH_DATA_DIR', envText('.plinth')),
    kafkaBrokers: env('PLINTH_KAFKA_BROKERS', envList(optional, /^\S+:\d{1,5}$/, 'host:port')),
    /** Prefix of every topic and group, so that several meshes share a broker. */
    kafkaNamespace: env(
      'PLINTH_KAFKA_NAMESPACE',
      envText(optional, /^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes'),
    ),
    kafkaSaslUser: env('PLINTH_KAFKA_SASL_USER', envText(optional)),
    kafkaSaslPassword: env('PLINTH_KAFKA_SASL_PASSWORD', envText(optional)),
    kafkaSaslMechanism: env(
      'PLINTH_KAFKA_SASL_MECHANISM',
      envEnum(['plain', 'scram-sha-256', 'scram-sha-512'], 'scram-sha-512'),
    ),
    redisUrl: env('PLINTH_REDIS_URL', envUrl(optional, ['redis', 'rediss'])),
    postgresUrl: env('PLINTH_POSTGRES_URL', envUrl(optional, ['postgres', 'postgresql'])),
    /** Connections per process. */
    postgresPoolSize: env('PLINTH_POSTGRES_POOL', envInt(8, { min: 1, max: 500 })),
    /** File with the hashes of the API keys; without it only the embedded profile on a loopback address answers. */
    apiKeysFile: env('PLINTH_API_KEYS', envText(optional)),
    logLevel: env('PLINTH_LOG_LEVEL', envEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info')),
    /** Partitions of each topic, fixed when the topic is created. */
    partitions: env('PLINTH_PARTITIONS', envInt(16, { min: 1, max: 1_000 })),
    /** Deliveries of one message before it is parked. */
    busTries: env('PLINTH_BUS_TRIES', envInt(5, { min: 1, max: 100 })),
    /** Messages being handled at once per consumer. */
    busInFlight: env('PLINTH_BUS_IN_FLIGHT', envInt(256, { min: 1, max: 10_000 })),
    /** How long a stopping process goes on serving, unready; 5 s in the cluster profile and none embedded unless set. */
    drainDelayMs: env('PLINTH_DRAIN_DELAY', envDurationMs(optional, { min: 0, max: 600_000 })),
    /** After it: how long a stopping process may finish what it holds. */
    drainTimeoutMs: env('PLINTH_DRAIN_TIMEOUT', envDurationMs(20_000, { min: 0, max: 600_000 })),
    /** The tenant of callers without a key (embedded profile on a loopback address). */
    defaultTenant: env(
      'PLINTH_DEFAULT_TENANT',
      envText('default', /^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be a tenant id'),
    ),
  },
  [clusterNeedsServers, saslIsComplete],
);

export type PlatformConfig = ConfigOf<typeof platformConfig>;
export type Profile = PlatformConfig['profile'];

interface ServerAddresses {
  readonly profile?: 'embedded' | 'cluster';
  readonly kafkaBrokers?: readonly string[] | undefined;
  readonly redisUrl?: string | undefined;
  readonly postgresUrl?: string | undefined;
}

function clusterNeedsServers(values: ServerAddresses): readonly ConfigProblem[] {
  if (values.profile !== 'cluster') return [];
  const rule = 'is required in the cluster profile';
  const problems: ConfigProblem[] = [];
  if (!values.kafkaBrokers) problems.push({ variable: 'PLINTH_KAFKA_BROKERS', rule });
  if (!values.redisUrl) problems.push({ variable: 'PLINTH_REDIS_URL', rule });
  if (!values.postgresUrl) problems.push({ variable: 'PLINTH_POSTGRES_URL', rule });
  return problems;
}

function saslIsComplete(values: {
  readonly kafkaSaslUser?: string | undefined;
  readonly kafkaSaslPassword?: string | undefined;
}): readonly ConfigProblem[] {
  if ((values.kafkaSaslUser === undefined) === (values.kafkaSaslPassword === undefined)) return [];
  const missing = values.kafkaSaslUser === undefined ? 'USER' : 'PASSWORD';
  return [{ variable: `PLINTH_KAFKA_SASL_${missing}`, rule: 'is required when its counterpart is set' }];
}

/** The configuration of the cluster profile, its server addresses known to be set. */
export type ClusterConfig = PlatformConfig & {
  readonly kafkaBrokers: readonly string[];
  readonly redisUrl: string;
  readonly postgresUrl: string;
};

export function isCluster<C extends PlatformConfig>(config: C): config is C & ClusterConfig {
  return config.profile === 'cluster';
}
