/**
 * `npm run bench:skills -- [--json out.json] [--quick]`: what a call of a skill costs through the gateway, against a bare request to the
 * same provider in the same run; then with 1,000 skills in three versions resident, a rollout of each under way. Exits with 1 when calls
 * fail, not when an aim is missed.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { aimLines, compareWithAims } from './aims';
import { callsOf, overheadOf, rateOf } from './passes';
import { openSkillStand, type SkillStand } from './skill-stand';

const SIZES = {
  full: { resident: 1_000, calls: 3_000, effects: 1_000, forMs: 10_000 },
  quick: { resident: 1_000, calls: 400, effects: 100, forMs: 2_000 },
} as const;
const CLIENTS = 16;
const SETTLE_MS = 3_000;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } } });
  const size = SIZES[values.quick ? 'quick' : 'full'];
  const { alone, resident } = await measureBoth(size);
  const aims = compareWithAims({
    read: alone.read,
    read_rate: alone.read_rate,
    resident_read: resident.read,
    resident_rate: resident.read_rate,
  });
  const report = { cores: cpus().length, load_at_end: loadavg()[0], size, alone, resident, aims };
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

async function measureBoth(size: Size) {
  const stand = await openSkillStand(size.resident);
  try {
    const alone = await measure(stand, size);
    const rollouts = await stand.bringResidents();
    await sleep(SETTLE_MS);
    return { alone, resident: { rollouts, ...(await measure(stand, size)) } };
  } finally {
    await stand.stop();
  }
}

async function measure(stand: SkillStand, size: Size) {
  const { bare, read, write } = callsOf(stand);
  return {
    read: await overheadOf(bare, read, size.calls),
    read_rate: await rateOf(stand, read, CLIENTS, size.forMs),
    write: await overheadOf(bare, write, size.effects),
    write_rate: await rateOf(stand, write, CLIENTS, size.forMs),
  };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
