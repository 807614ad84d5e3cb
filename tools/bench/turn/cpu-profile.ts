import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rounded } from '../bus/percentiles';
import type { Part } from './cpu-meter';

const REPOSITORY = join(__dirname, '../../..');

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
    }),
  ),
  /** Microseconds of the monotonic clock, as `process.hrtime` has it. */
  startTime: z.number(),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.output<typeof profile>;

export interface Window {
  readonly fromMicros: number;
  readonly untilMicros: number;
}

export interface ProfileSummary {
  /** Time in which the main thread did not wait for events. */
  readonly busy_ms: number;
  /** Self time by package, library or app, and by function, in per cent of the busy time. */
  readonly areas: Readonly<Record<string, number>>;
  readonly functions: Readonly<Record<string, number>>;
}

export const nowMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/** For the environment of Node processes that are to write a profile into the folder when they end. */
export const profilingEnv = (folder: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${folder}`,
});

/** One summary per process, from the file whose name has its id. */
export function readProfiles(
  folder: string,
  parts: readonly Part[],
  window: Window,
): Readonly<Record<string, ProfileSummary>> {
  const files = readdirSync(folder);
  return Object.fromEntries(
    parts.map(({ name, pid }) => {
      const file = files.find((candidate) => candidate.includes(`.${pid}.0.`));
      if (!file) throw new Error(`${name} (process ${pid}) wrote no profile: was it killed?`);
      return [name, summarise(profile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))), window)];
    }),
  );
}

const AREAS_SHOWN = 12;
const FUNCTIONS_SHOWN = 15;

/** A sample stands for the time until the next one. */
export function summarise({ nodes, startTime, samples, timeDeltas }: CpuProfile, window: Window): ProfileSummary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const areas = new Map<string, number>();
  const functions = new Map<string, number>();
  let busyMicros = 0;
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    const lasted = timeDeltas[index + 1] ?? 0;
    const frame = frames.get(id);
    if (!frame || at < window.fromMicros || at > window.untilMicros || frame.functionName === '(idle)') continue;
    busyMicros += lasted;
    const area = areaOf(frame);
    areas.set(area, (areas.get(area) ?? 0) + lasted);
    const name = `${frame.functionName || '(anonymous)'} ${placeOf(frame)}`.trim();
    functions.set(name, (functions.get(name) ?? 0) + lasted);
  }
  return {
    busy_ms: Math.round(busyMicros / 1_000),
    areas: shares(areas, busyMicros, AREAS_SHOWN),
    functions: shares(functions, busyMicros, FUNCTIONS_SHOWN),
  };
}

function shares(micros: ReadonlyMap<string, number>, total: number, shown: number): Record<string, number> {
  const sorted = [...micros].sort(([, a], [, b]) => b - a).slice(0, shown);
  return Object.fromEntries(sorted.map(([name, value]) => [name, rounded((100 * value) / Math.max(1, total))]));
}

type Frame = CpuProfile['nodes'][number]['callFrame'];

/** `node_modules/kafkajs`, `libs/bus`, `node:internal/streams`, or what the engine names itself: `(garbage collector)`. */
function areaOf({ functionName, url }: Frame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(engine)';
  if (url.startsWith('wasm:')) return '(WebAssembly)';
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inPackage !== undefined && !inPackage.startsWith('@plinth/')) return `node_modules/${inPackage}`;
  const ours = /\/((?:apps|libs)\/[^/]+)\//.exec(url)?.[1];
  return ours ?? /^node:[^/]+(?:\/[^/]+)?/.exec(url)?.[0] ?? '(other)';
}

const placeOf = ({ url, lineNumber }: Frame): string =>
  url && `${url.replace('file://', '').replace(`${REPOSITORY}/`, '').replace('node_modules/', '')}:${lineNumber + 1}`;
