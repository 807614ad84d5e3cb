import type { Clock } from '@plinth/kernel';
import type { KafkaConfig } from 'kafkajs';

/** Where the transport reports; a pino logger fits. */
export interface KafkaLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface KafkaOptions {
  /** `host:port`, any number of them. */
  readonly brokers: readonly string[];
  /** Shown in the broker's logs and quotas; the service's name. */
  readonly clientId: string;
  readonly log: KafkaLog;
  /** Prefix of all topics and groups, for several meshes on one cluster; none unless given. */
  readonly namespace?: string;
  readonly sasl?: KafkaLogin;
  readonly ssl?: NonNullable<KafkaConfig['ssl']>;
  readonly timing?: Partial<KafkaTiming>;
  /** That of the bus, which the broker's is compared with; the system's unless given. */
  readonly clock?: Clock;
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

/** All in milliseconds. */
export interface KafkaTiming {
  /** A member that is silent for longer loses its partitions. */
  readonly sessionTimeoutMs: number;
  readonly heartbeatMs: number;
  /** How long a rebalance waits for a member to come back. */
  readonly rebalanceTimeoutMs: number;
  /** Longest wait of a fetch for a record; one that arrives ends the wait at once, so it costs no latency. */
  readonly fetchWaitMs: number;
  /** Between two commits; what is finished and not committed is delivered again after a crash. */
  readonly commitIntervalMs: number;
  /** Longest time that one `produce` may take before its outcome counts as unknown. */
  readonly produceTimeoutMs: number;
  /** Lag without a finished record for longer makes the consumer unready. */
  readonly stallMs: number;
  /** A consumer without any sign of life for longer is replaced. */
  readonly silenceMs: number;
  /** Before a consumer that was given up is replaced; doubles with each time in a row. */
  readonly restartMs: number;
}

export const DEFAULT_TIMING: KafkaTiming = {
  sessionTimeoutMs: 10_000,
  heartbeatMs: 1_000,
  rebalanceTimeoutMs: 10_000,
  fetchWaitMs: 500,
  commitIntervalMs: 250,
  produceTimeoutMs: 10_000,
  stallMs: 15_000,
  silenceMs: 60_000,
  restartMs: 500,
};
