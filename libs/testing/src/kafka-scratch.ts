import { randomUUID } from 'node:crypto';
import { ensureTopics, meshTopics, removeTopics, type KafkaLog, type KafkaOptions } from '@plinth/bus';
import { infraEnv } from './infra-env';

const ignore = (): void => undefined;
export const silentLog: KafkaLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The brokers of tools/infra, or those that PLINTH_KAFKA_BROKERS names; fails when there are none. */
export function testKafkaOptions(over: Partial<KafkaOptions> = {}): KafkaOptions {
  const brokers = (process.env.PLINTH_KAFKA_BROKERS ?? infraEnv().PLINTH_KAFKA_BROKERS).split(',');
  return { brokers, clientId: 'test', log: silentLog, ...over };
}

/** Topics of random names, removed when the test is over. */
export class ScratchTopics {
  private readonly names: string[] = [];

  constructor(private readonly options: KafkaOptions = testKafkaOptions()) {}

  async create(partitions = 1): Promise<string> {
    const name = `scratch.${randomUUID()}`;
    await ensureTopics(this.options, [{ name, partitions }], 1);
    this.names.push(name);
    return name;
  }

  async remove(): Promise<void> {
    if (this.names.length > 0) await removeTopics(this.options, this.names.splice(0));
  }
}

export interface ScratchMesh {
  /** For KafkaTransport and for ensureTopics: the mesh's topics and groups under a random namespace. */
  readonly options: KafkaOptions;
  remove(): Promise<void>;
}

/** All topics of the mesh in a namespace of their own on the shared broker. */
export async function createScratchMesh(partitions = 4, over: Partial<KafkaOptions> = {}): Promise<ScratchMesh> {
  const options = testKafkaOptions({ ...over, namespace: `scratch-${randomUUID().slice(0, 13)}` });
  const topics = meshTopics(partitions);
  await ensureTopics(options, topics, 1);
  return {
    options,
    remove: () =>
      removeTopics(
        options,
        topics.map(({ name }) => name),
      ),
  };
}
