import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OtlpReceiver, ReceivedSpan } from '@plinth/testing';
import { rounded } from '../bus/percentiles';
import { benchmarkTurn, failureOf } from './closed-loop';
import type { LeanClient } from './lean-client';

export interface MessageCount {
  readonly turns: number;
  readonly messages_per_turn: number;
  readonly by_type: Readonly<Record<string, number>>;
  readonly mean_body_bytes: number;
  readonly spans_per_turn: number;
}

const QUIET_MS = 2_000;
const PATIENCE_MS = 30_000;
const TURNS_PER_SESSION = 10;

/** Plays turns one after another, each in a trace of its own, and counts the messages by the spans of their producers. */
export async function countMessages(client: LeanClient, receiver: OtlpReceiver, turns: number): Promise<MessageCount> {
  const run = randomBytes(4).toString('hex');
  const traces = new Set<string>();
  for (let count = 0; count < turns; count += 1) {
    const trace = randomBytes(16).toString('hex');
    const traceparent = `00-${trace}-${randomBytes(8).toString('hex')}-01`;
    const words = benchmarkTurn(`${run}-${Math.floor(count / TURNS_PER_SESSION)}`, `traced ${count}`);
    const failure = failureOf(await client.turn(words, { traceparent }));
    if (failure !== undefined) throw new Error(`a traced turn was answered: ${failure}`);
    traces.add(trace);
  }
  await untilQuiet(receiver);
  return messageCount(
    receiver.spans().filter(({ traceId }) => traces.has(traceId)),
    turns,
  );
}

/** Per turn; the spans are those of the turns' traces. */
export function messageCount(spans: readonly ReceivedSpan[], turns: number): MessageCount {
  const sent = spans.filter(({ kind }) => kind === 'producer');
  const byType: Record<string, number> = {};
  for (const { attributes } of sent) {
    const type = String(attributes['plinth.message.type']);
    byType[type] = (byType[type] ?? 0) + 1;
  }
  const bytes = sent.reduce((sum, { attributes }) => sum + Number(attributes['messaging.message.body.size']), 0);
  return {
    turns,
    messages_per_turn: rounded(sent.length / turns),
    by_type: Object.fromEntries(Object.entries(byType).map(([type, count]) => [type, rounded(count / turns)])),
    mean_body_bytes: Math.round(bytes / Math.max(1, sent.length)),
    spans_per_turn: rounded(spans.length / turns),
  };
}

/** Spans leave the services in batches. */
async function untilQuiet(receiver: OtlpReceiver): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let before = -1; before !== receiver.spans().length || before === 0;) {
    if (performance.now() > deadline) throw new Error(`spans still come after ${PATIENCE_MS} ms, or none ever came`);
    before = receiver.spans().length;
    await sleep(QUIET_MS);
  }
}
