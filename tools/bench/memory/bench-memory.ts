/**
 * `npm run bench:memory -- [--json out.json] [--quick] [--users 2000] [--items 500] [--from dist|src] [--profile-cpu]`: what memory costs
 * on servers of its own, with the bare SQL statement of recall and a pure vector search beside it in the same run. Exits with 1 when
 * requests fail or a plan reads a table of users whole, not when an aim is missed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nowMicros, profilingEnv, readProfiles } from '../turn/cpu-profile';
import { compareWithAims, failuresOf } from './aims';
import { openStand } from './bench-stand';
import { measureMemory, say } from './measure-memory';
import { sizesOf } from './sizes';

const SHARED_BUFFERS = '3GB';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      quick: { type: 'boolean', default: false },
      users: { type: 'string' },
      items: { type: 'string' },
      from: { type: 'string', default: 'dist' },
      'profile-cpu': { type: 'boolean', default: false },
    },
  });
  if (values.from !== 'src' && values.from !== 'dist') throw new Error('--from is dist or src');
  const sizes = sizesOf(values);
  const profiles = values['profile-cpu'] ? mkdtempSync(join(tmpdir(), 'plinth-profile-')) : undefined;
  say('starting servers and memory');
  const stand = await openStand({
    from: values.from,
    sharedBuffers: values.quick ? '512MB' : SHARED_BUFFERS,
    env: profiles === undefined ? {} : profilingEnv(profiles),
  });
  const interrupted = (): void => void stand.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const fromMicros = nowMicros();
    const figures = await measureMemory(stand, sizes);
    const untilMicros = nowMicros();
    await stand.stop();
    const where = profiles === undefined ? {} : readProfiles(profiles, [stand.memory], { fromMicros, untilMicros });
    const aims = compareWithAims(figures);
    const failures = failuresOf(figures);
    const report = {
      cores: cpus().length,
      sizes,
      ...figures,
      ...(profiles ? { where_the_time_goes: where } : {}),
      aims,
      failures,
    };
    const json = JSON.stringify(report, null, 2);
    if (values.json) writeFileSync(values.json, `${json}\n`);
    console.log(json);
    const width = Math.max(...aims.map(({ what }) => what.length));
    for (const { what, figure, aim, met } of aims)
      say(`${met ? '✓' : '✗'} ${what.padEnd(width)}  ${String(figure).padStart(9)}   ${aim}`);
    for (const failure of failures) say(`✗ ${failure}`);
    return failures.length === 0 ? 0 : 1;
  } finally {
    await stand.stop();
    if (profiles !== undefined) rmSync(profiles, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error);
    process.exit(1);
  },
);
