import { logLevel, type logCreator, type LogEntry } from 'kafkajs';
import type { KafkaLog } from './kafka-options';

/** kafkajs reports as errors what a rebalance, a starting broker or a lost connection brings, and mends it by itself. */
const MENDS_ITSELF =
  /rebalanc|coordinator|not aware of this member|re-joining|generation|Connection (error|timeout)|Closed connection|Failed to connect|Failed to send messages|Response Heartbeat|Broker not connected|Request .* timed out|The producer is disconnect/i;
const REPEAT_AFTER_MS = 10_000;

/**
 * kafkajs's log through ours. Its levels are lowered, since ERROR here means that a person must act, which only our own code
 * can tell; a repeated warning appears once in ten seconds.
 */
export function kafkaLogCreator(log: KafkaLog, now: () => number = () => performance.now()): logCreator {
  const lastSeen = new Map<string, number>();
  const isRepeat = (text: string): boolean => {
    const seen = lastSeen.get(text);
    if (seen !== undefined && now() - seen < REPEAT_AFTER_MS) return true;
    if (lastSeen.size > 200) lastSeen.clear();
    lastSeen.set(text, now());
    return false;
  };
  return () =>
    ({ namespace, level, log: entry }: LogEntry) => {
      const { message, error, groupId, broker } = entry as LogEntry['log'] & {
        error?: unknown;
        groupId?: unknown;
        broker?: unknown;
      };
      const fields = {
        part: `kafkajs/${namespace}`,
        ...present({ groupId, broker }),
        ...(typeof error === 'string' && { reason: error }),
      };
      if (level > logLevel.WARN || MENDS_ITSELF.test(`${message} ${String(error)}`)) log.debug(fields, message);
      else if (!isRepeat(`${namespace} ${message}`)) log.warn(fields, message);
    };
}

const present = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
