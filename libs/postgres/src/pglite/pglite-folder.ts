import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

/** Starts fastest. */
const SHARED_BUFFERS = '16MB';

export interface EngineOptions {
  /**
   * A file with a dump of a fresh database: written by whoever finds none, read by whoever does. Starting from it takes about 1 s, without
   * it about 5 s.
   */
  readonly template?: string;
}

/** Opens a fresh engine in memory. */
export const openInMemory = (options: EngineOptions): Promise<PGlite> => createFresh(options, {});

/**
 * Opens the engine on `<folder>/pgdata`, made if missing; the caller holds the folder's lock. A folder whose making was cut short, which
 * the marker file tells, has held no data yet and is made anew.
 */
export async function openInFolder(folder: string, options: EngineOptions): Promise<PGlite> {
  const dataDir = join(folder, 'pgdata');
  const marker = join(folder, 'pgdata.unfinished');
  if (existsSync(marker)) rmSync(dataDir, { recursive: true, force: true });
  if (existsSync(dataDir)) return create({ dataDir });
  writeFileSync(marker, '');
  const engine = await createFresh(options, { dataDir });
  rmSync(marker);
  return engine;
}

async function createFresh(options: EngineOptions, place: { dataDir?: string }): Promise<PGlite> {
  const { template } = options;
  if (template !== undefined && existsSync(template))
    return create({ ...place, loadDataDir: new Blob([readFileSync(template)]) });
  const engine = await create(place);
  if (template !== undefined) await writeTemplate(engine, template);
  return engine;
}

const create = (source: { dataDir?: string; loadDataDir?: Blob }) =>
  PGlite.create({
    ...source,
    extensions: { vector },
    postgresqlconf: [`shared_buffers = ${SHARED_BUFFERS}`],
  });

/** Whole or not at all, whoever else writes it. */
async function writeTemplate(engine: PGlite, template: string): Promise<void> {
  const dump = await engine.dumpDataDir('gzip');
  mkdirSync(dirname(template), { recursive: true });
  const partial = `${template}.${process.pid}`;
  writeFileSync(partial, Buffer.from(await dump.arrayBuffer()));
  renameSync(partial, template);
}
