/**
 * `npm run eval:memory -- --set <name> [--set …] [--json out.json] [--misses 20] [--from src] [--servers]`: public sets against
 * memory's HTTP interface, in a process of its own on a folder that is deleted afterwards, or on PostgreSQL and Redis of its own. Prints metrics beside baselines and aims as JSON. Exits
 * with 1 when an aim is missed, with 2 when a set is missing. `--from src` runs the sources as they stand, without a build.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { EMBEDDED_ARGS, REPOSITORY, startEmbedded } from '@plinth/testing';
import { openStand, type BenchStand } from '../../bench/memory/bench-stand';
import { MissingData } from '../missing-data';
import { EvalData } from './eval-data';
import type { EvalResult, EvalSet } from './eval-set';
import { MemoryClient } from './memory-client';

const SETS = join(__dirname, 'sets');
const say = (text: string): void => console.error(text);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      json: { type: 'string' },
      misses: { type: 'string', default: '0' },
      from: { type: 'string', default: 'dist' },
      servers: { type: 'boolean', default: false },
    },
  });
  const sets = await Promise.all((values.set ?? namesOfSets()).map(loadSet));
  const data = new EvalData(process.env.PLINTH_EVAL_DATA ?? join(REPOSITORY, '../shared/data'));
  const reports: Report[] = [];
  for (const group of groupsOf(sets)) reports.push(...(await evaluate(group, data, values, Number(values.misses))));
  const json = JSON.stringify(reports, null, 2);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  console.log(json);
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1;
}

/** A set with task slots of its own has a memory of its own: slots of another set would be filled, too. */
function groupsOf(sets: readonly EvalSet[]): (readonly EvalSet[])[] {
  const plain = sets.filter((set) => !('taskSlots' in set));
  const own = sets.filter((set) => 'taskSlots' in set).map((set) => [set]);
  return plain.length > 0 ? [plain, ...own] : own;
}

interface Running {
  readonly memory: MemoryClient;
  readonly stand?: BenchStand;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<unknown>;
}

async function evaluate(
  sets: readonly EvalSet[],
  data: EvalData,
  { from, servers }: { readonly from: string; readonly servers: boolean },
  misses: number,
): Promise<Report[]> {
  if (from !== 'src' && from !== 'dist') throw new Error('--from is dist or src');
  const home = mkdtempSync(join(tmpdir(), 'plinth-eval-'));
  say('starting memory');
  const { memory, stop, ...behind } = await (servers ? onServers : embedded)(from, home, policiesIn(home, sets, data));
  const interrupted = (): void => void stop('SIGKILL').finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    const reports: Report[] = [];
    for (const set of sets) {
      say(`${set.name} …`);
      const startedAt = performance.now();
      const progress = (done: number, total: number): void => {
        if (done === total || done % Math.ceil(total / 10) === 0) say(`${set.name}: ${done} of ${total}`);
      };
      const result = await set.run({ data, memory, run: randomUUID().slice(0, 8), progress, ...behind });
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      reports.push(reportOf(set, result, seconds, misses));
    }
    return reports;
  } finally {
    process.off('SIGINT', interrupted);
    await stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** A folder of policies that holds the task slots of the sets. */
function policiesIn(home: string, sets: readonly EvalSet[], data: EvalData): string {
  const folder = join(home, 'policies');
  mkdirSync(folder);
  const taskSlots = sets.flatMap((set) => set.taskSlots?.(data) ?? []);
  writeFileSync(join(folder, 'default.yaml'), JSON.stringify({ taskSlots }));
  return folder;
}

type Start = (from: 'src' | 'dist', home: string, policies: string) => Promise<Running>;

const embedded: Start = async (from, home, policies) => {
  const env = { PLINTH_LOG_LEVEL: 'info', PLINTH_MEMORY_POLICIES_DIR: policies };
  const main = join(REPOSITORY, 'apps/embedded/src/main.ts');
  const args = ['--conditions=development', '--require', '@swc-node/register', ...EMBEDDED_ARGS.slice(0, -1), main];
  const plinth = await (from === 'dist' ? startEmbedded(home, env) : startEmbedded(home, env, 180_000, args));
  return { memory: new MemoryClient(plinth.told), stop: (signal = 'SIGTERM') => plinth.end(signal) };
};

const onServers: Start = async (from, _home, policies) => {
  const stand = await openStand({ from, sharedBuffers: '3GB', env: { PLINTH_MEMORY_POLICIES_DIR: policies } });
  return { memory: new MemoryClient(stand.url, stand.key), stand, stop: () => stand.stop() };
};

type Report = ReturnType<typeof reportOf>;

function reportOf(set: EvalSet, { metrics, misses = [] }: EvalResult, seconds: number, shown: number) {
  const missed = [
    ...Object.entries(set.aims).filter(([name, least]) => !((metrics[name] ?? Number.NaN) >= least)),
    ...Object.entries(set.most ?? {}).filter(([name, most]) => !((metrics[name] ?? Number.NaN) <= most)),
  ].map(([name]) => name);
  const { name, baselines, aims, most } = set;
  return {
    set: name,
    metrics,
    baselines,
    aims,
    ...(most ? { most } : {}),
    missed,
    seconds,
    ...(shown > 0 ? { misses: misses.slice(0, shown) } : {}),
  };
}

const namesOfSets = (): string[] =>
  readdirSync(SETS)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'));

/** The set that the file of its name exports. */
async function loadSet(name: string): Promise<EvalSet> {
  if (!namesOfSets().includes(name)) throw new Error(`there is no set ${name}; there are ${namesOfSets().join(', ')}`);
  const exported: unknown = await import(join(SETS, name));
  const values: unknown[] = typeof exported === 'object' && exported !== null ? Object.values(exported) : [];
  const set = values.find((value) => isSet(value, name));
  if (!isSet(set, name)) throw new Error(`sets/${name}.ts exports no set of this name`);
  return set;
}

const isSet = (value: unknown, name: string): value is EvalSet =>
  typeof value === 'object' && value !== null && 'run' in value && 'name' in value && value.name === name;

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof MissingData ? 2 : 1);
  },
);
