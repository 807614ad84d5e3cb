import { migrate, PgliteDatabase, PostgresDatabase, type PgliteEngine, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine, type TestDatabase } from '@plinth/testing';
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

  it('M20: shows no parked message to a tenant that does not own it, and none without a scope', async () => {
    const visible = (scope?: { tenant: string }) =>
      db.query<{ count: number }>('SELECT count(*)::integer AS count FROM parked_messages', [], scope);
    expect(await visible()).toEqual([{ count: 0 }]);
    expect(await visible({ tenant: 'nobody' })).toEqual([{ count: 0 }]);
    const [own] = await visible({ tenant: 'acme' });
    expect(own?.count).toBeGreaterThan(0);
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
