/** Creates the topics of the mesh; run before the first start of a cluster, and again after an upgrade. */
import { ensureTopics, meshTopics, type KafkaLog } from '@plinth/bus';
import { loadConfig, platformConfig } from '@plinth/config';

const say = (_fields: object, message: string): void => console.error(message);
const log: KafkaLog = { debug: () => undefined, info: () => undefined, warn: say, error: say };

async function main(): Promise<void> {
  // Without a profile the stores may be absent: only the broker is needed here.
  const config = loadConfig(platformConfig, { ...process.env, PLINTH_PROFILE: undefined });
  const {
    kafkaBrokers: brokers,
    kafkaSaslUser: username,
    kafkaSaslPassword: password,
    kafkaSaslMechanism: mechanism,
  } = config;
  if (!brokers) throw new Error('PLINTH_KAFKA_BROKERS is required');
  const sasl = username !== undefined && password !== undefined ? { sasl: { mechanism, username, password } } : {};
  const options = {
    brokers,
    clientId: 'plinth-topics',
    log,
    ...sasl,
    ...(config.kafkaNamespace === undefined ? {} : { namespace: config.kafkaNamespace }),
  };
  const { created, present } = await ensureTopics(options, meshTopics(config.partitions));
  console.log(
    `${created.length} topics created, ${present.length} there already: ${config.partitions} partitions, append time`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
