import { randomUUID } from 'node:crypto';
import type { TurnClient, TurnView } from '@plinth/testing';
import { burstsOf, type ScriptedTurn, type SessionPlan } from './session-script';

export interface PlayedTurn {
  readonly scripted: ScriptedTurn;
  /** With its events. */
  readonly turn: TurnView;
  /** From the request to the reply, where the client waited for it; undefined in a queue. */
  readonly waitedMs: number | undefined;
}

export interface PlayedSession {
  readonly plan: SessionPlan;
  /** In the order in which they were sent. */
  readonly turns: readonly PlayedTurn[];
}

const TURN_WITHIN_MS = 150_000;

/** Plays a session from its first turn to its last, then reads what the journal has of each. Throws when a turn does not end. */
export async function playSession(
  client: TurnClient,
  plan: SessionPlan,
  script: readonly ScriptedTurn[],
  onTurn: () => void,
): Promise<PlayedSession> {
  const turns: PlayedTurn[] = [];
  for (const burst of burstsOf(script)) {
    for (const played of await playBurst(client, plan, burst)) {
      turns.push(played);
      onTurn();
    }
  }
  return { plan, turns };
}

async function playBurst(
  client: TurnClient,
  plan: SessionPlan,
  burst: readonly ScriptedTurn[],
): Promise<readonly PlayedTurn[]> {
  const [first] = burst;
  if (burst.length === 1 && first) return [await playAlone(client, plan, first)];
  const sent: { scripted: ScriptedTurn; key: string }[] = [];
  for (const scripted of burst) {
    const key = randomUUID();
    await send(client, plan, scripted, key);
    sent.push({ scripted, key });
  }
  return Promise.all(
    sent.map(async ({ scripted, key }) => {
      const { body } = await client.untilFinal(wordsOf(plan, scripted), TURN_WITHIN_MS, key);
      return { scripted, turn: await withEvents(client, body), waitedMs: undefined };
    }),
  );
}

async function playAlone(client: TurnClient, plan: SessionPlan, scripted: ScriptedTurn): Promise<PlayedTurn> {
  const startedAt = performance.now();
  const { body } = await client.untilFinal(wordsOf(plan, scripted), TURN_WITHIN_MS);
  const waitedMs = performance.now() - startedAt;
  return { scripted, turn: await withEvents(client, body), waitedMs };
}

/** Returns once the turn is accepted, so that the next one is behind it. */
async function send(client: TurnClient, plan: SessionPlan, scripted: ScriptedTurn, key: string): Promise<void> {
  const { status, body } = await client.turn(wordsOf(plan, scripted), {
    'idempotency-key': key,
    prefer: 'respond-async',
  });
  if (status !== 202 && status !== 200)
    throw new Error(`session ${plan.session}: a turn was answered ${status} ${JSON.stringify(body)}`);
}

async function withEvents(client: TurnClient, { turn_id: id }: TurnView): Promise<TurnView> {
  const { status, body } = await client.read(id);
  if (status !== 200) throw new Error(`GET /v1/turns/${id} was answered ${status} ${JSON.stringify(body)}`);
  return body;
}

const wordsOf = ({ session, user }: SessionPlan, { text }: ScriptedTurn) => ({
  session_id: session,
  user_id: user,
  text,
});
