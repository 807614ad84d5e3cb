import { KafkaTransport } from '@plinth/bus';
import { kafkaConnection, type ClusterConfig } from '@plinth/config';
import { PostgresDatabase } from '@plinth/postgres';
import { RedisDoorbell, RedisHotStore } from '@plinth/redis';
import type { Logger } from '@plinth/telemetry';
import type { Stores } from './stores';

/** Cluster: Apache Kafka, Redis and PostgreSQL, reached over the network. */
export async function openCluster(config: ClusterConfig, logger: Logger): Promise<Stores> {
  const report = (error: unknown): void => logger.warn({ err: error }, 'A store reports a fault');
  const hot = await RedisHotStore.open({ url: config.redisUrl, report });
  const doorbell = await RedisDoorbell.open({ url: config.redisUrl, report });
  return {
    hot,
    doorbell,
    openDatabase: (schema) =>
      new PostgresDatabase({
        url: config.postgresUrl,
        schema,
        poolSize: config.postgresPoolSize,
        report,
      }),
    openTransport: (service) =>
      new KafkaTransport({ ...kafkaConnection(config), clientId: `plinth-${service}`, log: logger }),
    async close() {
      await Promise.all([hot.close(), doorbell.close()]);
    },
  };
}
