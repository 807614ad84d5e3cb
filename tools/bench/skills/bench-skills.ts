/**
 * `npm run bench:skills -- [--json out.json] [--quick] [--profile-cpu]`: what a call of a skill costs through the gateway, against a bare request to the
 * same provider in the same run; then with 1,000 skills in three versions resident, a rollout of each under way. Exits with 1 when calls
 * fail, not when an aim is missed.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { nowMicros, profilingEnv, readProfiles } from '../turn/cpu-profile';
import { aimLines, compareWithAims } from './aims';
import { callsOf, idleCoresOf, overheadOf, rateOf } from './passes';
import { openSkillStand, type SkillStand } from './skill-stand';

const SIZES = {
  full: { resident: 1_000, calls: 3_000, effects: 1_000, reads_at_once: 20_000, effects_at_once: 4_000 },
  quick: { resident: 1_000, calls: 600, effects: 60, reads_at_once: 2_000, effects_at_once: 200 },
} as const;
const CLIENTS = 16;
const SETTLE_MS = 3_000;
const IDLE_MS = 3_000;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'profile-cpu': { type: 'boolean', default: false },
    },
  });
  const size = SIZES[values.quick ? 'quick' : 'full'];
  const profiles = values['profile-cpu'] ? mkdtempSync(join(tmpdir(), 'plinth-profile-')) : undefined;
  const { alone, resident, ...where } = await measureBoth(size, profiles);
  const aims = compareWithAims({
    read: alone.read,
    read_rate: alone.read_rate,
    resident_read: resident.read,
    resident_rate: resident.read_rate,
  });
  const report = { cores: cpus().length, load_at_end: loadavg()[0], size, alone, resident, ...where, aims };
  const json = JSON.stringify(report, null, 2);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  console.log(json);
  for (const line of aimLines(aims)) console.error(line);
  const failed = [alone, resident].flatMap(({ read_rate, write_rate }) =>
    [read_rate, write_rate].map(({ failures }) => failures),
  );
  return failed.every((failures) => Object.keys(failures).length === 0) ? 0 : 1;
}

type Size = (typeof SIZES)[keyof typeof SIZES];

async function measureBoth(size: Size, profiles: string | undefined) {
  const stand = await openSkillStand(size.resident, profiles === undefined ? {} : profilingEnv(profiles));
  try {
    const alone = await measure(stand, size);
    const rollouts = await stand.bringResidents();
    await sleep(SETTLE_MS);
    const fromMicros = nowMicros();
    const resident = { rollouts, ...(await measure(stand, size)) };
    const figures = { alone, resident };
    if (profiles === undefined) return figures;
    const untilMicros = nowMicros();
    await stand.stop();
    const gateway = { name: 'gateway', pid: stand.gatewayPid };
    return { ...figures, where_the_time_goes: readProfiles(profiles, [gateway], { fromMicros, untilMicros }) };
  } finally {
    await stand.stop();
  }
}

async function measure(stand: SkillStand, size: Size) {
  const { bare, read, write } = callsOf(stand);
  const idleCores = await idleCoresOf(stand, IDLE_MS);
  return {
    idle_cores: idleCores,
    read_rate: await rateOf(stand, read, { clients: CLIENTS, count: size.reads_at_once, idleCores }),
    read: await overheadOf(bare, read, size.calls),
    write_rate: await rateOf(stand, write, { clients: CLIENTS, count: size.effects_at_once, idleCores }),
    write: await overheadOf(bare, write, size.effects),
  };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
