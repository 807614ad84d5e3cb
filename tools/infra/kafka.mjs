/** One Kafka broker that is its own controller (KRaft), from jars that Maven fetches. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderWhole, makePrivateFolder, readIfThere, writeWhole } from './files.mjs';
import { withProgress } from './progress.mjs';
import { probeKafka } from './readiness.mjs';
import { findProgram, run } from './run.mjs';

const VERSION = '4.3.1';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.plinth</groupId><artifactId>kafka-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>2.24.3</version></dependency>
  </dependencies>
</project>
`;
const LOGGING = `status = error
appender.out.type = Console
appender.out.name = OUT
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d %p %m (%c{1})%n
rootLogger.level = info
rootLogger.appenderRef.out.ref = OUT
logger.config.name = org.apache.kafka.common.config.AbstractConfig
logger.config.level = warn
`;

/** @param {import('./settings.mjs').Settings} settings @returns {import('./native.mjs').NativeServer} */
export function kafkaServer({ dir, cache, ports, account }) {
  const lib = join(cache, `kafka-${VERSION}-${createHash('sha256').update(POM).digest('hex').slice(0, 8)}`);
  const folder = join(dir, 'kafka');
  const formatted = join(folder, 'formatted');
  const properties = join(dir, 'kafka.properties');
  const logging = join(dir, 'kafka.log4j2.properties');
  return {
    name: 'kafka',
    ports: { Kafka: ports.kafka, 'the Kafka controller': ports.kafkaController },
    expected: { record: join(dir, 'kafka.pid'), cwd: folder, program: /^java$/ },
    log: join(dir, 'kafka.log'),
    stopSignal: 'SIGTERM',
    readyWithinMs: 180_000,
    neededPackages: async () => [
      ...(findProgram('java') ? [] : ['default-jre-headless']),
      ...(existsSync(lib) || findProgram('mvn') ? [] : ['maven']),
    ],
    async install() {
      if (!existsSync(lib)) await withProgress('downloading Kafka', () => makeFolderWhole(lib, copyJars));
    },
    async prepare() {
      makePrivateFolder(folder, account);
      writeWhole(properties, serverProperties(ports, join(folder, 'data')));
      writeWhole(logging, LOGGING);
      if (readIfThere(formatted) !== undefined) return;
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      const clusterId = `P${randomBytes(16).toString('base64url').slice(1)}`;
      const args = [
        ...jvm(lib, logging),
        'kafka.tools.StorageTool',
        'format',
        '--cluster-id',
        clusterId,
        '--config',
        properties,
      ];
      await run('java', args, { account, cwd: folder });
      writeFileSync(formatted, clusterId);
    },
    command: () => ({
      file: findProgram('java') ?? 'java',
      args: ['-Xms256m', '-Xmx512m', '-XX:+ExitOnOutOfMemoryError', ...jvm(lib, logging), 'kafka.Kafka', properties],
      ...(process.env.JAVA_HOME && { env: { JAVA_HOME: process.env.JAVA_HOME } }),
    }),
    probe: () => probeKafka(ports.kafka),
  };
}

/**
 * After a kill the controller refuses the broker until its old session has passed, hence a short one.
 * @param {import('./ports.mjs').Ports} ports @param {string} data
 */
export const serverProperties = (ports, data) => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.kafkaController}
listeners=PLAINTEXT://127.0.0.1:${ports.kafka},CONTROLLER://127.0.0.1:${ports.kafkaController}
advertised.listeners=PLAINTEXT://127.0.0.1:${ports.kafka}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=${data}
auto.create.topics.enable=false
log.message.timestamp.type=LogAppendTime
broker.session.timeout.ms=4000
broker.heartbeat.interval.ms=500
group.initial.rebalance.delay.ms=0
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
log.cleaner.dedupe.buffer.size=16777216
`;

/**
 * Only the quick compiler: measured on two busy cores, a start takes half the processor time and the first 6,000 sends a third.
 * @param {string} lib @param {string} logging
 */
const jvm = (lib, logging) => [
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
  `-Dlog4j2.configurationFile=${logging}`,
  '-cp',
  join(lib, '*'),
];

/** @param {string} folder */
async function copyJars(folder) {
  const pom = join(folder, 'pom.xml');
  writeFileSync(pom, POM);
  const args = [
    '-q',
    '-B',
    '--strict-checksums',
    '-f',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${folder}`,
  ];
  await run('mvn', args, { timeoutMs: 900_000 });
}
