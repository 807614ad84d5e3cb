/**
 * `npm run bench:turn -- [--profile cluster|embedded] [--json out.json] [--seconds 15] [--profile-cpu]`: what a turn with one instant
 * skill costs, alone and under load, on a system of its own. Timed passes are untraced; messages are counted by the spans of an extra
 * pass; with `--profile-cpu` one more pass tells where the time goes. Exits with 1 when turns do not complete, not when an aim is missed.
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startOtlpReceiver } from '@plinth/testing';
import { rounded, type Spread } from '../bus/percentiles';
import { aimLines, compareWithAims } from './aims';
import { BareLatency } from './bare-latency';
import { openSystem, type BenchSystem, type Profile } from './bench-system';
import { closedLoop } from './closed-loop';
import { nowMicros, profilingEnv, readProfiles, type ProfileSummary } from './cpu-profile';
import { meterCpu } from './cpu-meter';
import { measurePass, type PassReport } from './measure-pass';
import { countMessages, type MessageCount } from './traced-turns';

const TRACED_TURNS = 50;
const TURNS_PER_SESSION = 10;
const WARM_UP_MS = 8_000;
const IDLE_MS = 5_000;
const IN_FLIGHT = [1, 32, 128];
const PROFILED_IN_FLIGHT = 32;
const say = (text: string): void => console.error(text);

/** As many turns at once as the largest pass has, so that it measures the mesh and not the queue at its edge. */
const SETTINGS = { PLINTH_TURNS_IN_FLIGHT: '128', ...pick(process.env, ['PLINTH_TURNS_IN_FLIGHT']) };

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'cluster' },
      json: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      'profile-cpu': { type: 'boolean', default: false },
    },
  });
  const profile = profileOf(values.profile);
  const passMs = Math.min(20, Number(values.seconds)) * 1_000;
  if (!(passMs >= 1_000)) throw new Error('--seconds must be a number from 1 to 20');
  const messages = await countPass(profile);
  const timed = await timedPasses(profile, passMs, messages);
  const where = values['profile-cpu'] ? await profiledPass(profile, passMs) : undefined;
  const aims = compareWithAims({
    messagesPerTurn: messages.messages_per_turn,
    ratioWithoutLoad: timed.bare?.ratio,
    passes: timed.passes,
  });
  const report = {
    profile,
    cores: cpus().length,
    settings: SETTINGS,
    turns_per_session: TURNS_PER_SESSION,
    messages,
    ...timed,
    ...(where && { where_the_time_goes: where }),
    aims,
  };
  const json = JSON.stringify(report, null, 2);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  console.log(json);
  for (const line of aimLines(aims)) say(line);
  const failures = timed.passes.flatMap((pass) => Object.entries(pass.failures));
  for (const [failure, count] of failures) say(`✗ ${count} turns: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

async function countPass(profile: Profile): Promise<MessageCount> {
  say(`messages: ${TRACED_TURNS} traced turns`);
  const receiver = await startOtlpReceiver();
  try {
    return await onSystem(profile, receiver.environment, ({ client }) => countMessages(client, receiver, TRACED_TURNS));
  } finally {
    await receiver.close();
  }
}

interface TimedPasses {
  /** CPU of each part while nothing happens. */
  readonly idle_cpu_ms_per_second: Readonly<Record<string, number>>;
  /** One-way latency of bare kafkajs, before and after the pass without load. */
  readonly bare?: { readonly before: Spread; readonly after: Spread; readonly p50_ms: number; readonly ratio: number };
  readonly passes: readonly PassReport[];
}

async function timedPasses(profile: Profile, passMs: number, messages: MessageCount): Promise<TimedPasses> {
  return onSystem(profile, {}, async (system) => {
    await warmUp(system);
    const parts = [...system.services, ...system.servers];
    const read = meterCpu(parts);
    await sleep(IDLE_MS);
    const idle = Object.entries(read().byPart).map(([part, ms]) => [part, rounded((ms * 1_000) / IDLE_MS)] as const);
    const bare = profile === 'cluster' ? await BareLatency.open(messages.mean_body_bytes) : undefined;
    const pass = async (inFlight: number): Promise<PassReport> => {
      say(`${inFlight} in flight for ${passMs / 1_000} s`);
      const loop = { inFlight, forMs: passMs, turnsPerSession: TURNS_PER_SESSION };
      const report = await measurePass(system.client, parts, loop);
      const { latency, turns_per_second: rate, cpu_ms_per_turn: cpu } = report;
      say(`  p50 ${latency.p50Ms} p95 ${latency.p95Ms} p99 ${latency.p99Ms} ms, ${rate} turns/s, ${cpu} ms CPU a turn`);
      return report;
    };
    try {
      const before = await bare?.measure();
      const alone = await pass(1);
      const after = await bare?.measure();
      await bare?.close();
      const passes = [alone];
      for (const inFlight of IN_FLIGHT.slice(1)) passes.push(await pass(inFlight));
      const shared = { idle_cpu_ms_per_second: Object.fromEntries(idle), passes };
      if (!before || !after) return shared;
      const bareP50 = rounded((before.p50Ms + after.p50Ms) / 2);
      const ratio = rounded(alone.latency.p50Ms / (messages.messages_per_turn * bareP50));
      return { ...shared, bare: { before, after, p50_ms: bareP50, ratio } };
    } finally {
      await bare?.close();
    }
  });
}

async function profiledPass(profile: Profile, passMs: number): Promise<Readonly<Record<string, ProfileSummary>>> {
  say(`CPU profile: ${PROFILED_IN_FLIGHT} in flight for ${passMs / 1_000} s`);
  const folder = await mkdtemp(join(tmpdir(), 'plinth-profile-'));
  try {
    const { services, window } = await onSystem(profile, profilingEnv(folder), async (system) => {
      await warmUp(system);
      const fromMicros = nowMicros();
      const loop = { inFlight: PROFILED_IN_FLIGHT, forMs: passMs, turnsPerSession: TURNS_PER_SESSION };
      await closedLoop(system.client, loop);
      return { services: system.services, window: { fromMicros, untilMicros: nowMicros() } };
    });
    return readProfiles(folder, services, window);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function warmUp({ client }: BenchSystem): Promise<void> {
  say('  warming up');
  await closedLoop(client, { inFlight: 32, forMs: WARM_UP_MS, turnsPerSession: TURNS_PER_SESSION });
}

async function onSystem<T>(
  profile: Profile,
  env: Readonly<Record<string, string>>,
  work: (system: BenchSystem) => Promise<T>,
): Promise<T> {
  say(`  starting ${profile === 'cluster' ? 'a mesh' : 'an embedded process'}`);
  const system = await openSystem(profile, { ...SETTINGS, ...env });
  try {
    return await work(system);
  } finally {
    await system.stop();
  }
}

function profileOf(text: string): Profile {
  if (text === 'cluster' || text === 'embedded') return text;
  throw new Error(`--profile must be cluster or embedded, not ${text}`);
}

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
