import { setTimeout as sleep } from 'node:timers/promises';
import { rounded, type Spread } from '../bus/percentiles';
import { BareLatency } from './bare-latency';
import type { BenchSystem, Profile } from './bench-system';
import { meterCpu } from './cpu-meter';
import { measurePass, type PassReport } from './measure-pass';
import { onSystem, say, TURNS_PER_SESSION, warmUp } from './on-system';
import type { MessageCount } from './traced-turns';

const IDLE_MS = 5_000;
const LOADS = [32, 128];
const QUIET_CORES = 0.2;

export interface TimedPasses {
  /** CPU of each part while nothing happens. */
  readonly idle_cpu_ms_per_second: Readonly<Record<string, number>>;
  /** One-way latency of bare kafkajs, before and after the pass without load. */
  readonly bare?: { readonly before: Spread; readonly after: Spread; readonly p50_ms: number; readonly ratio: number };
  readonly passes: readonly PassReport[];
}

/** The untraced passes, one after another on one warm system. */
export function timedPasses(profile: Profile, passMs: number, messages: MessageCount): Promise<TimedPasses> {
  return onSystem(profile, {}, async (system) => {
    await warmUp(system);
    const idle = await idleCpu(system);
    const { alone, ...bare } = await passAlone(profile, system, passMs, messages);
    const passes = [alone];
    for (const inFlight of LOADS) passes.push(await pass(system, inFlight, passMs));
    return { idle_cpu_ms_per_second: idle, ...bare, passes };
  });
}

async function idleCpu(system: BenchSystem): Promise<Readonly<Record<string, number>>> {
  const read = meterCpu([...system.services, ...system.servers]);
  await sleep(IDLE_MS);
  return Object.fromEntries(Object.entries(read().byPart).map(([part, ms]) => [part, rounded((ms * 1_000) / IDLE_MS)]));
}

/** In the cluster between two measurements of bare kafkajs, so that what else the machine does falls on both. */
async function passAlone(
  profile: Profile,
  system: BenchSystem,
  passMs: number,
  { messages_per_turn: messages, mean_body_bytes: bodyBytes }: MessageCount,
): Promise<{ readonly alone: PassReport } & Pick<TimedPasses, 'bare'>> {
  if (profile === 'embedded') return { alone: await pass(system, 1, passMs) };
  const bare = await BareLatency.open(bodyBytes);
  try {
    const before = await bare.measure();
    const alone = await pass(system, 1, passMs);
    const after = await bare.measure();
    const p50 = rounded((before.p50Ms + after.p50Ms) / 2);
    return { alone, bare: { before, after, p50_ms: p50, ratio: rounded(alone.latency.p50Ms / (messages * p50)) } };
  } finally {
    await bare.close();
  }
}

async function pass({ client, services, servers }: BenchSystem, inFlight: number, passMs: number): Promise<PassReport> {
  say(`${inFlight} in flight for ${passMs / 1_000} s`);
  const loop = { inFlight, forMs: passMs, turnsPerSession: TURNS_PER_SESSION };
  const report = await measurePass(client, [...services, ...servers], loop);
  const { latency, turns_per_second: rate, cpu_ms_per_turn: cpu, cores_used_by_others: others } = report;
  say(`  p50 ${latency.p50Ms} p95 ${latency.p95Ms} p99 ${latency.p99Ms} ms, ${rate} turns/s, ${cpu} ms CPU a turn`);
  if (others > QUIET_CORES) say(`  the machine is busy with other work (${others} cores): do not trust these figures`);
  return report;
}
