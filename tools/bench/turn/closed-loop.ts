import { randomUUID } from 'node:crypto';
import type { TurnView } from '@plinth/testing';
import type { LeanAnswer, LeanClient } from './lean-client';

export interface Loop {
  readonly inFlight: number;
  readonly forMs: number;
  /** Ends earlier once so many turns have completed. */
  readonly enough?: number;
  /** A slot begins another session, of another user, after so many turns. */
  readonly turnsPerSession: number;
}

export interface LoopResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  readonly completed: readonly TurnView[];
  /** Answers that were no completed turn of the one skill, by what they were. */
  readonly failures: Readonly<Record<string, number>>;
}

/** A closed loop: each slot is a session of its own user and sends its next turn when the last was answered. */
export async function closedLoop(client: LeanClient, loop: Loop): Promise<LoopResult> {
  const { inFlight, forMs, enough = Infinity, turnsPerSession } = loop;
  const run = randomUUID().slice(0, 8);
  const latenciesMs: number[] = [];
  const completed: TurnView[] = [];
  const failures: Record<string, number> = {};
  const startedAt = performance.now();
  const slot = async (number: number): Promise<void> => {
    for (let count = 0; performance.now() - startedAt < forMs && completed.length < enough; count += 1) {
      const name = `${run}-${number}-${Math.floor(count / turnsPerSession)}`;
      const sentAt = performance.now();
      const answer = await client.turn(benchmarkTurn(name, `${name} ${count}`));
      const failure = failureOf(answer);
      if (failure !== undefined) {
        failures[failure] = (failures[failure] ?? 0) + 1;
        continue;
      }
      latenciesMs.push(performance.now() - sentAt);
      completed.push(answer.body);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, number) => slot(number)));
  return { seconds: (performance.now() - startedAt) / 1_000, latenciesMs, completed, failures };
}

/** A turn of the flow `benchmark_echo`: one instant skill. */
export const benchmarkTurn = (session: string, words: string) => ({
  session_id: `bench-${session}`,
  user_id: `bench-user-${session}`,
  text: `echo-bench ${words}`,
});

export function failureOf({ status, body }: LeanAnswer): string | undefined {
  if (status !== 200) return `${status} ${body.error?.code ?? body.status}`;
  if (body.status !== 'completed') return body.status;
  const echoed = body.steps.filter((step) => step.skill === 'echo_instant' && step.status === 'succeeded');
  return echoed.length === 1 ? undefined : 'completed without its skill';
}
