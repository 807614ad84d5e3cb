import { setTimeout as sleep } from 'node:timers/promises';

/** One request of a session: answers when it is served, throws when it is not as it should be. */
export type Request = (session: number, count: number) => Promise<void>;

/** Thrown by a request that the service refused because it had too much to do (503). */
export class Overloaded extends Error {}

export interface LoopResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  /** Requests that were refused as overload: no failures, and no answers either. */
  readonly refused: number;
  /** Requests that failed, by what they said. */
  readonly failures: Readonly<Record<string, number>>;
}

class Tally {
  readonly latenciesMs: number[] = [];
  readonly failures: Record<string, number> = {};
  refused = 0;

  async time(fromMs: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.latenciesMs.push(performance.now() - fromMs);
    } catch (error) {
      if (error instanceof Overloaded) {
        this.refused += 1;
        return;
      }
      const said = error instanceof Error ? error.message.slice(0, 200) : String(error);
      this.failures[said] = (this.failures[said] ?? 0) + 1;
    }
  }
}

/** Sessions without pause: each sends its next request when the last was answered. */
export async function closedLoop(request: Request, sessions: number, forMs: number): Promise<LoopResult> {
  const tally = new Tally();
  const startedAt = performance.now();
  const play = async (session: number): Promise<void> => {
    for (let count = 0; performance.now() - startedAt < forMs; count += 1)
      await tally.time(performance.now(), () => request(session, count));
  };
  await Promise.all(Array.from({ length: sessions }, (_, session) => play(session)));
  return { seconds: (performance.now() - startedAt) / 1_000, ...tally };
}

export interface OpenLoop {
  readonly sessions: number;
  readonly pauseMs: number;
  readonly forMs: number;
  /** What a request is called, whose latencies are kept apart. */
  readonly requests: Readonly<Record<string, Request>>;
}

const TICK_MS = 2;

/**
 * An open loop: each session sends a request every `pauseMs`, whether or not the last was answered, the kinds in turn; sessions begin
 * spread over one pause. Latency counts from the moment for which a request was due, so that a queue shows.
 */
export async function openLoop({
  sessions,
  pauseMs,
  forMs,
  requests,
}: OpenLoop): Promise<ReadonlyMap<string, LoopResult>> {
  const kinds = Object.entries(requests);
  const tallies = new Map(kinds.map(([name]) => [name, new Tally()]));
  const due = dueTimes(sessions, pauseMs, forMs);
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let next = 0; next < due.length;) {
    const elapsedMs = performance.now() - startedAt;
    for (; (due[next]?.atMs ?? Infinity) <= elapsedMs; next += 1) {
      const { session, count, atMs } = due[next] ?? { session: 0, count: 0, atMs: 0 };
      const [name, request] = kinds[(session + count) % kinds.length] ?? [];
      if (name !== undefined && request)
        running.push(tallies.get(name)?.time(startedAt + atMs, () => request(session, count)) ?? Promise.resolve());
    }
    await sleep(TICK_MS);
  }
  await Promise.all(running);
  const seconds = (performance.now() - startedAt) / 1_000;
  return new Map([...tallies].map(([name, tally]) => [name, { seconds, ...tally }]));
}

function dueTimes(sessions: number, pauseMs: number, forMs: number) {
  const due: { readonly session: number; readonly count: number; readonly atMs: number }[] = [];
  for (let session = 0; session < sessions; session += 1)
    for (let count = 0, atMs = (session / sessions) * pauseMs; atMs < forMs; count += 1, atMs += pauseMs)
      due.push({ session, count, atMs });
  return due.sort((a, b) => a.atMs - b.atMs);
}
