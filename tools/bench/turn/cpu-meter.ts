import { rounded } from '../bus/percentiles';
import { readMachineTicks, readProcessTable, readTickMs, ticksOf } from './process-cpu';

/** A part of the system as the kernel sees it. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  /** Its living descendants count too. */
  readonly tree?: boolean;
}

export interface CpuUsed {
  /** Milliseconds of CPU by part. */
  readonly byPart: Readonly<Record<string, number>>;
  /** Of this process, which plays the clients. */
  readonly clientMs: number;
  /** Of everything else on the machine. */
  readonly othersMs: number;
}

/** Starts to measure; the answer tells what was used since, and throws when a part ended meanwhile. */
export function meterCpu(parts: readonly Part[]): () => CpuUsed {
  const tickMs = readTickMs();
  const before = snapshot(parts);
  return () => {
    const after = snapshot(parts);
    const byPart = Object.fromEntries(
      parts.map(({ name }) => [name, ((after.parts.get(name) ?? 0) - (before.parts.get(name) ?? 0)) * tickMs]),
    );
    const clientMs = (after.clientMicros - before.clientMicros) / 1_000;
    const partsMs = Object.values(byPart).reduce((sum, ms) => sum + ms, 0);
    const machineMs = (after.machine - before.machine) * tickMs;
    return { byPart, clientMs: rounded(clientMs), othersMs: rounded(Math.max(0, machineMs - partsMs - clientMs)) };
  };
}

function snapshot(parts: readonly Part[]) {
  const table = readProcessTable();
  const { user, system } = process.cpuUsage();
  return {
    parts: new Map(parts.map(({ name, pid, tree = false }) => [name, ticksOf(table, pid, tree)])),
    clientMicros: user + system,
    machine: readMachineTicks(),
  };
}
