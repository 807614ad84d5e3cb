import { setTimeout as sleep } from 'node:timers/promises';
import { rounded, spreadOf, type Spread } from '../bus/percentiles';
import { meterCpu } from '../turn/cpu-meter';
import { ARGUMENTS, READ, WRITE } from './bench-skill';
import type { SkillStand } from './skill-stand';

export interface Overhead {
  readonly bare: Spread;
  readonly through_gateway: Spread;
  /** Of the medians, in milliseconds. */
  readonly p50_overhead_ms: number;
}

export interface Rate {
  readonly per_second: number;
  /** Calls by one second of a core of the gateway: what one core would carry if nothing else wanted it. */
  readonly per_core_second: number;
  readonly latency: Spread;
  readonly failures: Readonly<Record<string, number>>;
}

type Call = () => Promise<void>;

let calls = 0;

async function ok(asked: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 160)}`);
}

/** The call, and beside it the request that the gateway makes of the provider for it. */
export const callsOf = ({ gateway, provider }: SkillStand) => {
  const body = { arguments: ARGUMENTS, user_id: 'u-1', session_id: 's-1', locale: 'zh-CN' };
  const context = {
    tenant: 'default',
    user_id: 'u-1',
    session_id: 's-1',
    turn_id: '',
    locale: 'zh-CN',
    attributes: {},
  };
  const newKey = () => ({ 'idempotency-key': `bench-${(calls += 1)}-${process.pid}` });
  return {
    bare: () => ok(provider.send('POST', `/skills/${READ}/1.0.0`, { arguments: ARGUMENTS, context }, newKey())),
    read: () => ok(gateway.send('POST', `/v1/skills/${READ}/invoke`, body)),
    write: () => ok(gateway.send('POST', `/v1/skills/${WRITE}/invoke`, body, newKey())),
  };
};

/** One call at a time, the two in turn, so that what else the machine does falls on both. */
export async function overheadOf(bare: Call, call: Call, count: number): Promise<Overhead> {
  const [bareMs, callMs]: [number[], number[]] = [[], []];
  for (let nth = -Math.ceil(count / 5); nth < count; nth += 1)
    for (const [one, samples] of [
      [bare, bareMs],
      [call, callMs],
    ] as const) {
      const beganMs = performance.now();
      await one();
      if (nth >= 0) samples.push(performance.now() - beganMs);
    }
  const [alone, through] = [spreadOf(bareMs), spreadOf(callMs)];
  return { bare: alone, through_gateway: through, p50_overhead_ms: rounded(through.p50Ms - alone.p50Ms) };
}

/** Cores that the gateway uses while nobody calls: polls, consumers, timers. */
export async function idleCoresOf({ gatewayPid }: SkillStand, forMs: number): Promise<number> {
  const used = meterCpu([{ name: 'gateway', pid: gatewayPid }]);
  const beganMs = performance.now();
  await sleep(forMs);
  return rounded((used().byPart.gateway ?? NaN) / (performance.now() - beganMs));
}

/**
 * So many calls by so many clients without pause, after a warm-up of a third of them. What the gateway uses while nobody calls is no
 * cost of a call, however long the calls take on a busy machine.
 */
export async function rateOf(
  { gatewayPid }: SkillStand,
  call: Call,
  { clients, count, idleCores }: { readonly clients: number; readonly count: number; readonly idleCores: number },
): Promise<Rate> {
  await callTimes(call, clients, Math.ceil(count / 3));
  const used = meterCpu([{ name: 'gateway', pid: gatewayPid }]);
  const beganMs = performance.now();
  const { latenciesMs, failures } = await callTimes(call, clients, count);
  const wallMs = performance.now() - beganMs;
  const coreMs = (used().byPart.gateway ?? NaN) - idleCores * wallMs;
  return {
    per_second: rounded((latenciesMs.length / wallMs) * 1_000),
    per_core_second: rounded((latenciesMs.length / coreMs) * 1_000),
    latency: spreadOf(latenciesMs),
    failures,
  };
}

async function callTimes(call: Call, clients: number, count: number) {
  const latenciesMs: number[] = [];
  const failures: Record<string, number> = {};
  let left = count;
  const client = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const beganMs = performance.now();
      try {
        await call();
        latenciesMs.push(performance.now() - beganMs);
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        failures[said] = (failures[said] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { latenciesMs, failures };
}
