import { rounded, spreadOf, type Spread } from '../bus/percentiles';
import { meterCpu, type CpuUsed, type Part } from '../turn/cpu-meter';
import type { LoopResult } from './loops';

export interface Measured {
  readonly per_second: number;
  /** Of the requests that were answered. */
  readonly latency: Spread;
  readonly refused: number;
  readonly failures: Readonly<Record<string, number>>;
}

export interface WithCpu {
  /** User and system time of service and servers a request, in ms. */
  readonly cpu_ms: number;
  readonly cpu_ms_by_part: Readonly<Record<string, number>>;
  readonly client_cpu_ms: number;
  /** Work of the machine that is none of ours, in cores: a figure taken beside it is none. */
  readonly cores_used_by_others: number;
}

export const measured = ({ latenciesMs, refused, failures, seconds }: LoopResult): Measured => ({
  per_second: rounded(latenciesMs.length / seconds),
  latency: spreadOf(latenciesMs),
  refused,
  failures,
});

/** A loop and what it cost. */
export async function metered(parts: readonly Part[], loop: () => Promise<LoopResult>): Promise<Measured & WithCpu> {
  const read = meterCpu(parts);
  const result = await loop();
  return { ...measured(result), ...cpuOf(read(), result.latenciesMs.length, result.seconds) };
}

export function cpuOf({ byPart, clientMs, othersMs }: CpuUsed, requests: number, seconds: number): WithCpu {
  const each = (ms: number): number => rounded(ms / Math.max(1, requests));
  return {
    cpu_ms: each(Object.values(byPart).reduce((sum, ms) => sum + ms, 0)),
    cpu_ms_by_part: Object.fromEntries(Object.entries(byPart).map(([part, ms]) => [part, each(ms)])),
    client_cpu_ms: each(clientMs),
    cores_used_by_others: rounded(othersMs / 1_000 / seconds),
  };
}
