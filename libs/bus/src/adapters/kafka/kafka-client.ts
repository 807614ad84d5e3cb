import { Kafka, logLevel } from 'kafkajs';
import { kafkaLogCreator } from './kafka-log';
import type { KafkaOptions } from './kafka-options';
import { quietTimeoutWarning } from './quiet-timeout-warning';

/** A client of its own for each consumer: kafkajs shares the committed offsets of a group between the consumers of one client. */
export function createKafka({ brokers, clientId, sasl, ssl, log }: KafkaOptions): Kafka {
  quietTimeoutWarning();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLogCreator(log),
    ...(sasl && { sasl }),
    ...(ssl !== undefined && { ssl }),
  });
}
