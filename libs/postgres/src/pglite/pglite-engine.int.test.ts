import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engineTemplate } from '@plinth/testing';
import { migrate } from '../migrate';
import { PgliteDatabase } from './pglite-database';
import { PgliteEngine } from './pglite-engine';

const SCHEMA = { schema: 'kept', migrations: [{ id: '0001', sql: 'CREATE TABLE notes (id int PRIMARY KEY)' }] };

/** Opens the folder, commits three rows, says so, and would hold the folder for ever. */
const HOLDER = `
  const { PgliteEngine, PgliteDatabase, migrate } = require(process.argv[1]);
  const [, , folder, template] = process.argv;
  (async () => {
    const engine = await PgliteEngine.open({ folder, template });
    const db = new PgliteDatabase(engine, { schema: 'kept' });
    await migrate(db, ${JSON.stringify(SCHEMA)});
    await db.query('INSERT INTO notes SELECT generate_series(1, 3)');
    process.stdout.write('committed');
    setInterval(() => {}, 1000);
  })();`;

describe('PgliteEngine on a folder', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'plinth-')), 'data');
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(resolve(folder, '..'), { recursive: true });
  });

  const open = () => PgliteEngine.open({ folder, template: engineTemplate() });

  async function hold(): Promise<ChildProcess> {
    const index = resolve(__dirname, '../index.ts');
    const loader = [
      '--conditions=development',
      '-r',
      '@swc-node/register',
      '-e',
      HOLDER,
      index,
      folder,
      engineTemplate(),
    ];
    const child = spawn(process.execPath, loader, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  it('X3: refuses a folder that another process holds, naming both; after its kill -9 opens it with all that was committed', async () => {
    const holder = await hold();
    const refused = await open().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'data_dir_locked', retryable: false });
    expect(String(refused)).toContain(folder);
    expect(String(refused)).toContain(`process ${holder.pid}`);

    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const engine = await open();
    const db = new PgliteDatabase(engine, { schema: 'kept' });
    expect(await migrate(db, SCHEMA)).toEqual([]);
    expect(await db.query('SELECT count(*) AS n FROM notes')).toEqual([{ n: 3 }]);
    await engine.close();
  }, 120_000);

  it('refuses a second engine in the same process, and lets go of the folder when closed', async () => {
    const engine = await open();
    await expect(open()).rejects.toMatchObject({ code: 'data_dir_locked' });
    await engine.close();
    await (await open()).close();
  }, 120_000);

  it('makes a folder anew whose making was cut short', async () => {
    mkdirSync(join(folder, 'pgdata'), { recursive: true });
    writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '18\n');
    writeFileSync(join(folder, 'pgdata.unfinished'), '');
    const engine = await open();
    await new PgliteDatabase(engine, { schema: 'public', role: 'plinth_nobody' }).ping();
    await engine.close();
    expect(readdirSync(folder)).not.toContain('pgdata.unfinished');
  }, 120_000);

  it('finishes what was queued before the close and refuses what comes after', async () => {
    const engine = await open();
    const db = new PgliteDatabase(engine, { schema: 'public', role: 'plinth_nobody' });
    const queued = [db.query('SELECT 1 AS one'), db.query('SELECT 2 AS two')];
    const closing = engine.close();
    await expect(db.ping()).rejects.toMatchObject({ code: 'postgres_unavailable' });
    expect(await Promise.all(queued)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    await closing;
  }, 120_000);

  it('rolls back a transaction that holds the one session too long, so that others go on', async () => {
    const engine = await open();
    const db = new PgliteDatabase(engine, { schema: 'public', role: 'plinth_nobody', transactionLimitMs: 50 });
    const stuck = db.transaction(() => new Promise(() => undefined));
    const next = db.query('SELECT 1 AS one');
    await expect(stuck).rejects.toMatchObject({ code: 'postgres_timeout' });
    expect(await next).toEqual([{ one: 1 }]);
    await engine.close();
  }, 120_000);

  it('M20: between two pieces of work the session has no rights', async () => {
    const engine = await open();
    const [row] = await engine.withConnection({ nameOf: () => undefined }, (connection) =>
      connection.query<{ role: string }>('SELECT current_user::text AS role'),
    );
    expect(row?.role).toBe('plinth_nobody');
    await engine.close();
  }, 120_000);
});
