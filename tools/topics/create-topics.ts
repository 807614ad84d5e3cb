/** Creates the topics of the mesh; run before the first start of a cluster, and again after an upgrade. */
import { ensureTopics, meshTopics, type KafkaLog } from '@plinth/bus';
import { defineConfig, kafkaConfig, kafkaConnection, loadConfig, platformConfig } from '@plinth/config';

const say = (_fields: object, message: string): void => console.error(message);
const log: KafkaLog = { debug: () => undefined, info: () => undefined, warn: say, error: say };

const { partitions } = platformConfig.fields;
const topicsConfig = defineConfig({ ...kafkaConfig.fields, partitions }, kafkaConfig.rules);

async function main(): Promise<void> {
  const config = loadConfig(topicsConfig);
  const options = { ...kafkaConnection(config), clientId: 'plinth-topics', log };
  const { created, present } = await ensureTopics(options, meshTopics(config.partitions));
  console.log(
    `${created.length} topics created, ${present.length} there already: ${config.partitions} partitions, append time`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
