import type { TurnClient, TurnView } from '@plinth/testing';
import type { Conversation, Line } from './conversations';
import { faultsOf } from './expectation';

export interface Speaker {
  readonly session: string;
  readonly user: string;
}

export interface PlayedLine {
  /** With its events. */
  readonly turn: TurnView;
  readonly faults: readonly string[];
}

const TURN_WITHIN_MS = 60_000;

/** Says one line and waits for its turn to end. Throws when it has no final status in a minute. */
export async function playLine(
  client: TurnClient,
  { locale }: Conversation,
  line: Line,
  { session, user }: Speaker,
): Promise<PlayedLine> {
  const words = { session_id: session, user_id: user, text: line.text, locale };
  const answered = await client.untilFinal(words, TURN_WITHIN_MS);
  const read = await client.read(answered.body.turn_id);
  if (read.status !== 200) throw new Error(`GET /v1/turns/${answered.body.turn_id} answered ${read.status}`);
  return { turn: read.body, faults: faultsOf(read.body, line.expect) };
}
