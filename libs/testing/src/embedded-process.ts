import { join } from 'node:path';
import { PlinthProcess, REPOSITORY } from './plinth-process';

export const EMBEDDED_ARGS: readonly string[] = [
  '--require',
  '@plinth/telemetry/preload',
  join(REPOSITORY, 'apps/embedded/dist/main.js'),
];

/** What `npm start` runs, on a free port and a data folder of its own; `told` is its URL. The packages must be built. */
export function startEmbedded(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  withinMs = 120_000,
  args: readonly string[] = EMBEDDED_ARGS,
): Promise<PlinthProcess> {
  return PlinthProcess.start({
    args,
    env: { PLINTH_PORT: '0', PLINTH_DATA_DIR: dataDir, PLINTH_PROFILE: 'embedded', ...env },
    ready: /"url":"(http:[^"]+)"[^\n]*"msg":"ready"/,
    withinMs,
  });
}
