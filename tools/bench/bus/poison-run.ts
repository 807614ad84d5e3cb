import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '@plinth/kernel';
import type { BusPair } from './bus-pair';
import { ratio } from './one-way-latency';
import { spreadOf, type Spread } from './percentiles';

export interface PoisonReport {
  /** Round trips of healthy sessions, from the send of a command to its reply. */
  readonly before: Spread;
  readonly during: Spread;
  readonly p99Ratio: number;
  readonly poisonMessages: number;
}

const HEALTHY_SESSIONS = 60;
const HEALTHY_EVERY_MS = 20;
const POISON_EVERY_MS = 100;

/** The same open-loop traffic of healthy sessions, first alone, then with messages among it whose handler always fails. */
export async function measurePoison(pair: BusPair, phaseMs: number): Promise<PoisonReport> {
  const startedAt = new Map<string, number>();
  let samples: number[] = [];
  let poisonMessages = 0;
  pair.onCommand = ({ session }) => {
    if (session?.startsWith('poison')) throw new TransientError('poison', 'never works');
  };
  pair.onAnswer = (id) => {
    const at = startedAt.get(id);
    if (startedAt.delete(id) && at !== undefined) samples.push(performance.now() - at);
  };
  const healthy = (index: number): void => {
    const id = pair.nextId();
    startedAt.set(id, performance.now());
    void pair.send(`healthy-${index % HEALTHY_SESSIONS}`, id);
  };
  const phase = async (withPoison: boolean): Promise<Spread> => {
    samples = [];
    const start = performance.now();
    let nextPoisonMs = 0;
    for (let index = 0; performance.now() - start < phaseMs; index += 1) {
      const dueMs = index * HEALTHY_EVERY_MS;
      const earlyMs = dueMs - (performance.now() - start);
      if (earlyMs > 1) await sleep(earlyMs);
      healthy(index);
      if (withPoison && dueMs >= nextPoisonMs) {
        nextPoisonMs += POISON_EVERY_MS;
        poisonMessages += 1;
        void pair.send(`poison-${poisonMessages}`, pair.nextId());
      }
    }
    for (const until = performance.now() + 5_000; startedAt.size > 0 && performance.now() < until;) await sleep(20);
    if (startedAt.size > 0) throw new Error(`${startedAt.size} healthy messages were not answered`);
    return spreadOf(samples);
  };
  await phase(false);
  const before = await phase(false);
  const during = await phase(true);
  return { before, during, p99Ratio: ratio(during.p99Ms, before.p99Ms), poisonMessages };
}
