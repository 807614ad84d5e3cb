import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { kafkaLogCreator } from './kafka-log';
import type { KafkaLogin, KafkaOptions } from './kafka-options';
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
    ...(sasl && { sasl: saslOptions(sasl) }),
    ...(ssl !== undefined && { ssl }),
  });
}

/** kafkajs ties the type of the mechanism to that of its fields, one by one. */
function saslOptions({ mechanism, username, password }: KafkaLogin): SASLOptions {
  const login = { username, password };
  if (mechanism === 'plain') return { mechanism, ...login };
  return mechanism === 'scram-sha-256' ? { mechanism, ...login } : { mechanism, ...login };
}
