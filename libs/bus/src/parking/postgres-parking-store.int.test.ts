import { migrate, PgliteDatabase, PostgresDatabase, type PgliteEngine, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine, tenantLeaks, type TestDatabase } from '@plinth/testing';
import { parkingMigration } from './parking-migration';
import { parkingStoreContract } from './parking-store.contract';
import { PostgresParkingStore } from './postgres-parking-store';

const SCHEMA = 'memory';
const migrated = async (db: SqlDatabase) => {
  await migrate(db, { schema: SCHEMA, migrations: [parkingMigration] });
  return db;
};

describe('PostgresParkingStore on PostgreSQL', () => {
  let database: TestDatabase;
  let db: SqlDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = await migrated(new PostgresDatabase({ url: database.url, schema: SCHEMA }));
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  parkingStoreContract(() => new PostgresParkingStore(db));

  it('M20: every table with a tenant holds rows of one and shows another nothing', async () => {
    expect(await tenantLeaks(db, { tenant: 'acme' }, [{ tenant: 'nobody' }])).toEqual({ unfilled: [], leaking: [] });
  });
});

describe('PostgresParkingStore on the embedded engine', () => {
  let engine: PgliteEngine;
  let db: SqlDatabase;

  beforeAll(async () => {
    engine = await openTestEngine();
    db = await migrated(new PgliteDatabase(engine, { schema: SCHEMA }));
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await engine.close();
  });

  parkingStoreContract(() => new PostgresParkingStore(db));
});
