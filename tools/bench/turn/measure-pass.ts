import { rounded, spreadOf, type Spread } from '../bus/percentiles';
import { closedLoop, type Loop, type LoopResult } from './closed-loop';
import { meterCpu, type CpuUsed, type Part } from './cpu-meter';
import type { LeanClient } from './lean-client';

export interface PassReport {
  readonly in_flight: number;
  readonly seconds: number;
  readonly turns: number;
  readonly turns_per_second: number;
  readonly latency: Spread;
  /** User and system time of services, broker and stores together. */
  readonly cpu_ms_per_turn: number;
  readonly cpu_ms_per_turn_by_part: Readonly<Record<string, number>>;
  readonly client_cpu_ms_per_turn: number;
  /** Work of the machine that is none of ours, in cores: a figure taken beside it is none. */
  readonly cores_used_by_others: number;
  readonly reflection: Readonly<Record<string, number>>;
  readonly reflection_skip_rate: number;
  /** Median of each step as the turns report it. */
  readonly steps_p50_ms: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
}

/** One timed pass. Throws when a part of the system ended meanwhile, or no turn completed. */
export async function measurePass(client: LeanClient, parts: readonly Part[], loop: Loop): Promise<PassReport> {
  const read = meterCpu(parts);
  const result = await closedLoop(client, loop);
  return passReport(loop, result, read());
}

export function passReport({ inFlight }: Loop, result: LoopResult, cpu: CpuUsed): PassReport {
  const { completed, failures, latenciesMs, seconds } = result;
  const turns = completed.length;
  if (turns === 0) throw new Error(`no turn completed: ${JSON.stringify(failures)}`);
  const byPart = Object.entries(cpu.byPart).map(([part, ms]) => [part, rounded(ms / turns)] as const);
  const reflection: Record<string, number> = {};
  for (const turn of completed) {
    const outcome = turn.reflection?.outcome ?? 'none';
    reflection[outcome] = (reflection[outcome] ?? 0) + 1;
  }
  return {
    in_flight: inFlight,
    seconds: rounded(seconds),
    turns,
    turns_per_second: rounded(turns / seconds),
    latency: spreadOf(latenciesMs),
    cpu_ms_per_turn: rounded(Object.values(cpu.byPart).reduce((sum, ms) => sum + ms, 0) / turns),
    cpu_ms_per_turn_by_part: Object.fromEntries(byPart),
    client_cpu_ms_per_turn: rounded(cpu.clientMs / turns),
    cores_used_by_others: rounded(cpu.othersMs / 1_000 / seconds),
    reflection,
    reflection_skip_rate: (reflection.skipped ?? 0) / turns,
    steps_p50_ms: stepMedians(result),
    failures,
  };
}

function stepMedians({ completed }: LoopResult): Record<string, number> {
  const samples = new Map<string, number[]>();
  for (const { name, duration_ms: durationMs } of completed.flatMap(({ steps }) => steps)) {
    const known = samples.get(name);
    if (known) known.push(durationMs);
    else samples.set(name, [durationMs]);
  }
  return Object.fromEntries([...samples].map(([name, durations]) => [name, spreadOf(durations).p50Ms]));
}
