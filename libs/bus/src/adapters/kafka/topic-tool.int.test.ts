import { randomUUID } from 'node:crypto';
import { RETENTION_HOURS } from '@plinth/contracts';
import { testKafkaOptions } from '@plinth/testing';
import { ConfigResourceTypes } from 'kafkajs';
import { KafkaAdmin } from './kafka-admin';
import { ensureTopics, meshTopics, removeTopics } from './topic-tool';

jest.setTimeout(30_000);

const options = testKafkaOptions({ namespace: `scratch-${randomUUID().slice(0, 8)}` });
const admin = new KafkaAdmin(options);
const wanted = meshTopics(3);

afterAll(async () => {
  await removeTopics(
    options,
    wanted.map(({ name }) => name),
  );
  await admin.close();
});

describe('ensureTopics', () => {
  it('creates what is missing, with append time and the retention of the contracts, and changes nothing the second time', async () => {
    const first = await ensureTopics(options, wanted, 1);
    expect(first.created).toHaveLength(wanted.length);
    const second = await ensureTopics(options, wanted, 1);
    expect(second).toEqual({ created: [], present: first.created });
    const [topic = ''] = first.created;
    const { resources } = await admin.ask('read', (client) =>
      client.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
      }),
    );
    const config = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
    expect(config.get('message.timestamp.type')).toBe('LogAppendTime');
    expect(config.get('retention.ms')).toBe(String(RETENTION_HOURS * 3_600_000));
  });

  it('gives all topics of a session the same partition count, and the dead letters one partition', () => {
    const counts = new Map(wanted.map(({ name, partitions }) => [name, partitions]));
    expect(counts.get('plinth.memory.commands')).toBe(3);
    expect(counts.get('plinth.session.events')).toBe(3);
    expect(counts.get('plinth.dead-letters')).toBe(1);
  });

  it('refuses a topic that has another partition count, naming both, and leaves it as it is', async () => {
    await ensureTopics(options, wanted, 1);
    const failure: unknown = await ensureTopics(options, meshTopics(5), 1).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'topic_mismatch' });
    expect(String(failure)).toContain('plinth.memory.commands has 3 partitions, not 5');
    await ensureTopics(options, wanted, 1);
  });

  it('throws bus_unavailable when no broker answers', async () => {
    await expect(ensureTopics({ ...options, brokers: ['127.0.0.1:1'] }, wanted)).rejects.toMatchObject({
      code: 'bus_unavailable',
    });
  });
});
