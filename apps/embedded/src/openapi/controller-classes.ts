import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ControllerClass } from '@plinth/http';

const ROOT = resolve(__dirname, '../../../..');

/** What each document of an API covers; the parked messages are served by every service. */
const FOLDERS = {
  orchestrator: 'apps/orchestrator/src',
  memory: 'apps/memory/src',
  reflection: 'apps/reflection/src',
  'skill-gateway': 'apps/skill-gateway/src',
} as const;
const EVERYWHERE = 'libs/platform/src';

export type ApiName = keyof typeof FOLDERS | 'plinth';
export const API_NAMES: readonly ApiName[] = ['orchestrator', 'memory', 'reflection', 'skill-gateway', 'plinth'];

/** The controllers in the sources of a service; of `plinth`, of all services together. */
export async function controllersOf(api: ApiName): Promise<readonly ControllerClass[]> {
  const folders = api === 'plinth' ? Object.values(FOLDERS) : [FOLDERS[api]];
  const files = [...folders, EVERYWHERE].flatMap(controllerFiles);
  const exported = await Promise.all(files.map((file) => import(file) as Promise<Readonly<Record<string, unknown>>>));
  return exported.flatMap((module) => Object.values(module).filter(isController));
}

function controllerFiles(folder: string): readonly string[] {
  const at = join(ROOT, folder);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|contract|stage)\.ts$/.test(basename(file)))
    .map((file) => join(at, file))
    .filter((file) => readFileSync(file, 'utf8').includes('@Controller('))
    .sort();
}

const isController = (exported: unknown): exported is ControllerClass & (new (...given: never[]) => object) =>
  typeof exported === 'function' && Reflect.getMetadata('path', exported) !== undefined;
