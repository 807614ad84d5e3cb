/**
 * `npm run eval:skills -- [--set bfcl-calls|jsonschema|tau|choice|relevance …] [--json out.json] [--misses 20] [--from src]`:
 * public sets against the gateway's HTTP interface, each in a process of its own on a folder that is deleted afterwards; the suites
 * of JSON Schema against the library that reads contracts. Prints metrics beside baselines and aims as JSON. Exits with 1 when an
 * aim is missed, with 2 when a set is missing. `--from src` runs the sources as they stand, without a build.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EMBEDDED_ARGS, REPOSITORY, startEmbedded } from '@plinth/testing';
import { EvalData } from '../memory/eval-data';
import type { EvalResult } from '../memory/eval-set';
import { MissingData } from '../missing-data';
import { GatewayClient } from './gateway-client';
import { startSetProvider } from './set-provider';
import { bfclCalls } from './sets/bfcl-calls';
import { choice } from './sets/choice';
import { jsonschema } from './sets/jsonschema';
import { relevance } from './sets/relevance';
import { tau } from './sets/tau';
import type { SkillsSet } from './skills-set';

const SETS: readonly SkillsSet[] = [jsonschema, bfclCalls, tau, choice, relevance];
const REGISTERED_WITHIN_MS = 120_000;
const say = (text: string): void => console.error(text);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      json: { type: 'string' },
      misses: { type: 'string', default: '0' },
      from: { type: 'string', default: 'dist' },
    },
  });
  const sets = values.set ? values.set.map(setNamed) : SETS;
  const data = new EvalData(process.env.PLINTH_EVAL_DATA ?? join(REPOSITORY, '../shared/data'));
  const reports: Report[] = [];
  for (const set of sets) {
    const report = await evaluate(set, data, values.from, Number(values.misses));
    say(`${set.name}: ${JSON.stringify(report.metrics)}`);
    reports.push(report);
  }
  const json = JSON.stringify(reports, null, 2);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  console.log(json);
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1;
}

function setNamed(name: string): SkillsSet {
  const set = SETS.find((each) => each.name === name);
  if (!set) throw new Error(`there is no set ${name}; there are ${SETS.map((each) => each.name).join(', ')}`);
  return set;
}

/** On a gateway of its own: an import costs more the more is registered beside it. */
async function evaluate(set: SkillsSet, data: EvalData, from: string, misses: number): Promise<Report> {
  const skills = set.skills?.(data) ?? [];
  if (skills.length === 0 && !set.needsGateway) return run(set, data, new GatewayClient('http://127.0.0.1:1'), misses);
  const home = mkdtempSync(join(tmpdir(), 'plinth-eval-'));
  const provider = await startSetProvider(skills);
  const main = join(REPOSITORY, 'apps/embedded/src/main.ts');
  const args = ['--conditions=development', '--require', '@swc-node/register', ...EMBEDDED_ARGS.slice(0, -1), main];
  const env = { PLINTH_SKILL_PROVIDERS: provider.url };
  say(`starting a gateway with ${skills.length} skills`);
  const plinth = await (from === 'src' ? startEmbedded(home, env, 240_000, args) : startEmbedded(home, env));
  try {
    const gateway = new GatewayClient(plinth.told);
    await registered(gateway, skills.length);
    await gateway.vectorsMade();
    return await run(set, data, gateway, misses);
  } finally {
    await plinth.end('SIGTERM');
    provider.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Resolves when all are registered; throws with the first reasons when some are kept out. */
async function registered(gateway: GatewayClient, count: number): Promise<void> {
  for (const until = performance.now() + REGISTERED_WITHIN_MS; performance.now() < until; await sleep(500)) {
    const { skills, quarantined } = await gateway.overview();
    if (quarantined.length > 0) throw new Error(`kept out: ${JSON.stringify(quarantined.slice(0, 3))}`);
    if (skills.length >= count) return;
  }
  throw new Error(`the gateway has not registered ${count} skills in time`);
}

async function run(set: SkillsSet, data: EvalData, gateway: GatewayClient, misses: number): Promise<Report> {
  say(`${set.name} …`);
  const startedAt = performance.now();
  const result = await set.run(data, gateway);
  return reportOf(set, result, Math.round((performance.now() - startedAt) / 100) / 10, misses);
}

type Report = ReturnType<typeof reportOf>;

function reportOf(set: SkillsSet, { metrics, misses = [] }: EvalResult, seconds: number, shown: number) {
  const { name, baselines, aims, most = {} } = set;
  const missed = [
    ...Object.entries(aims).filter(([metric, least]) => !((metrics[metric] ?? Number.NaN) >= least)),
    ...Object.entries(most).filter(([metric, bound]) => !((metrics[metric] ?? Number.NaN) <= bound)),
  ].map(([metric]) => metric);
  const some = shown > 0 ? { misses: misses.slice(0, shown) } : {};
  return { set: name, metrics, baselines, aims, most, missed, seconds, ...some };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof MissingData ? 2 : 1);
  },
);
