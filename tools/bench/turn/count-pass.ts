import { startOtlpReceiver } from '@plinth/testing';
import type { Profile } from './bench-system';
import { onSystem, say } from './on-system';
import { countMessages, type MessageCount } from './traced-turns';

const TRACED_TURNS = 50;

/** The messages of a turn, on a system that is traced for it. */
export async function countPass(profile: Profile): Promise<MessageCount> {
  say(`messages: ${TRACED_TURNS} traced turns`);
  const receiver = await startOtlpReceiver();
  try {
    return await onSystem(profile, receiver.environment, ({ client }) => countMessages(client, receiver, TRACED_TURNS));
  } finally {
    await receiver.close();
  }
}
