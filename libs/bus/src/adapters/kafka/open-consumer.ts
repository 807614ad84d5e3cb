import type { Consumer } from 'kafkajs';
import { createKafka } from './kafka-client';
import type { KafkaOptions, KafkaTiming } from './kafka-options';

/**
 * A kafkajs consumer, not yet connected. It survives the restart of a broker by its own retries; when those are used up it
 * starts again from the beginning as long as `mayRestart` agrees.
 */
export function openConsumer(
  options: KafkaOptions,
  timing: KafkaTiming,
  group: string,
  mayRestart: () => boolean,
): Consumer {
  return createKafka(options).consumer({
    groupId: group,
    allowAutoTopicCreation: false,
    sessionTimeout: timing.sessionTimeoutMs,
    rebalanceTimeout: timing.rebalanceTimeoutMs,
    heartbeatInterval: timing.heartbeatMs,
    maxWaitTimeInMs: timing.fetchWaitMs,
    minBytes: 1,
    maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    retry: {
      retries: 20,
      initialRetryTime: 100,
      maxRetryTime: 1_000,
      restartOnFailure: () => Promise.resolve(mayRestart()),
    },
  });
}

/** Small enough that one fetch brings something of every partition that has records, so that a full one starves no other. */
const MAX_BYTES_PER_PARTITION = 256 * 1024;
