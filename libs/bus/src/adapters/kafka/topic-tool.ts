import {
  DEAD_LETTER_PARTITIONS,
  DEAD_LETTER_TOPIC,
  PROVIDER_REPLIES_PARTITIONS,
  PROVIDER_REPLIES_TOPIC,
  TOPIC_CONFIG,
  TOPICS,
} from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import { KafkaAdmin } from './kafka-admin';
import type { KafkaOptions } from './kafka-options';
import { Namespace } from './namespace';

export interface WantedTopic {
  readonly name: string;
  readonly partitions: number;
}

export interface TopicReport {
  readonly created: readonly string[];
  readonly present: readonly string[];
}

/** All topics of the mesh. They have equal partition counts, so that a session falls into the same partition of each. */
export function meshTopics(partitions: number): WantedTopic[] {
  return [
    ...Object.keys(TOPICS).map((name) => ({ name, partitions })),
    { name: DEAD_LETTER_TOPIC, partitions: DEAD_LETTER_PARTITIONS },
    { name: PROVIDER_REPLIES_TOPIC, partitions: PROVIDER_REPLIES_PARTITIONS },
  ];
}

/**
 * Creates the topics that are missing: broker append time, retention of RETENTION_HOURS, the cluster's replication factor unless
 * given. Never alters a topic. Throws PermanentError `topic_mismatch` when one has another partition count, since adding
 * partitions would move sessions between them and break their order; TransientError `bus_unavailable`.
 */
export async function ensureTopics(
  options: KafkaOptions,
  topics: readonly WantedTopic[],
  replicationFactor = -1,
): Promise<TopicReport> {
  const namespace = new Namespace(options.namespace);
  const wanted = topics.map(({ name, partitions }) => ({ name: namespace.onBroker(name), partitions }));
  const admin = new KafkaAdmin(options);
  try {
    const before = new Set(await admin.topics());
    const missing = wanted.filter(({ name }) => !before.has(name));
    if (missing.length > 0) {
      await admin.ask('create the topics', (client) =>
        client.createTopics({
          waitForLeaders: false,
          topics: missing.map(({ name, partitions }) => ({
            topic: name,
            numPartitions: partitions,
            replicationFactor,
            configEntries: CONFIG,
          })),
        }),
      );
    }
    const names = wanted.map(({ name }) => name);
    refuseMismatch(wanted, await admin.partitionCounts(names, SETTLE_MS));
    const created = missing.map(({ name }) => name);
    await admin.untilServed(created, SETTLE_MS);
    return { created, present: names.filter((name) => before.has(name)) };
  } finally {
    await admin.close();
  }
}

/** A new topic is known to all brokers within this time. */
const SETTLE_MS = 15_000;

function refuseMismatch(wanted: readonly WantedTopic[], counts: ReadonlyMap<string, number>): void {
  const faults = wanted
    .filter(({ name, partitions }) => counts.get(name) !== partitions)
    .map(({ name, partitions }) => `${name} has ${counts.get(name) ?? 'no'} partitions, not ${partitions}`);
  if (faults.length === 0) return;
  const advice = 'Partition counts are fixed: configure the count that is there, or recreate the topic';
  throw new PermanentError('topic_mismatch', `${faults.join('; ')}. ${advice}`);
}

/** Deletes topics with all they hold; for tests and for a mesh that is taken down. */
export async function removeTopics(options: KafkaOptions, names: readonly string[]): Promise<void> {
  const namespace = new Namespace(options.namespace);
  const admin = new KafkaAdmin(options);
  try {
    await admin.ask('delete the topics', (client) =>
      client.deleteTopics({ topics: names.map((name) => namespace.onBroker(name)) }),
    );
  } finally {
    await admin.close();
  }
}

const CONFIG = [
  { name: 'message.timestamp.type', value: TOPIC_CONFIG.timestampType },
  { name: 'retention.ms', value: String(TOPIC_CONFIG.retentionMs) },
  { name: 'cleanup.policy', value: TOPIC_CONFIG.cleanupPolicy },
];
