import { MESSAGES } from '../catalogue';
import { consumerGroupOf } from '../service-table';
import {
  DEAD_LETTER_PARTITIONS,
  DEAD_LETTER_TOPIC,
  DEFAULT_PARTITIONS,
  RETENTION_HOURS,
  TOPIC_CONFIG,
  TOPICS,
  type Topic,
  type TopicName,
} from '../topics';
import { bindingVersion, channelId, DEAD_LETTER_ID, messageId, toComponent, type JsonDocument } from './references';

/** Every topic as a channel: what travels on it, and how the broker keeps it. */
export function channels(): JsonDocument {
  const own = Object.values(TOPICS).map((topic) => [channelId(topic.name), channelOf(topic)] as const);
  return Object.fromEntries([...own, [channelId(DEAD_LETTER_TOPIC), deadLetters()]]);
}

const KEPT = `Kept for ${RETENTION_HOURS} hours.`;

function channelOf({ name, description, consumer }: Topic): JsonDocument {
  const partitions = `${DEFAULT_PARTITIONS} partitions unless configured otherwise, the same count on every topic.`;
  const read = consumer
    ? `Consumer group: ${consumerGroupOf(consumer)}.`
    : 'For whoever wants to know; no service reads it.';
  return {
    address: name,
    title: name,
    description: `${description} ${read} ${KEPT} ${partitions}`,
    messages: Object.fromEntries(idsOn(name).map((id) => [id, toComponent('messages', id)])),
    bindings: bindingsOf(name, DEFAULT_PARTITIONS),
  };
}

function deadLetters(): JsonDocument {
  return {
    address: DEAD_LETTER_TOPIC,
    title: DEAD_LETTER_TOPIC,
    description: `Copies of parked messages, for people and tools to read; no service reads it. ${KEPT}`,
    messages: { [DEAD_LETTER_ID]: toComponent('messages', DEAD_LETTER_ID) },
    bindings: bindingsOf(DEAD_LETTER_TOPIC, DEAD_LETTER_PARTITIONS),
  };
}

function bindingsOf(topic: string, partitions: number): JsonDocument {
  const { retentionMs, cleanupPolicy, timestampType } = TOPIC_CONFIG;
  const topicConfiguration = {
    'cleanup.policy': [cleanupPolicy],
    'retention.ms': retentionMs,
    'message.timestamp.type': timestampType,
  };
  return { kafka: { topic, partitions, topicConfiguration, bindingVersion } };
}

const idsOn = (topic: TopicName): string[] =>
  MESSAGES.filter(({ topics }) => topics.includes(topic)).map((message) => messageId(message));
