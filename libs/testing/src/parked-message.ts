import type { ParkedMessage } from '@plinth/bus';
import { deriveId } from '@plinth/kernel';

/** A message of the session that lies parked with words of its user in its body and in its error. */
export function parkedMessage(
  consumer: ParkedMessage['consumer'],
  { tenant, session }: { readonly tenant: string; readonly session: string },
  words: string,
): ParkedMessage {
  const key = `${tenant}/s/${session}`;
  return {
    consumer,
    parkingKey: key,
    messageId: deriveId('parked', consumer, tenant, session),
    type: 'memory.end.v1',
    record: {
      topic: 'plinth.memory.commands',
      key,
      partition: 0,
      offset: '1',
      appendedAtMs: 1,
      headers: {},
      body: Buffer.from(words),
    },
    tenant,
    session,
    user: 'u',
    error: { code: 'garbled', message: words, retryable: false },
    parkedAtMs: 1,
  };
}
