import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { describeOrganisationOn } from '../../../ports/organisation.contract';
import { memoryMigrations } from './migrations';
import { PostgresOrganisation } from './postgres-organisation';

const prepare = (database: SqlDatabase) => migrate(database, { schema: 'memory', migrations: memoryMigrations });

describeOrganisationOn('PostgreSQL', async () => {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 4 });
  await prepare(database);
  const close = async () => {
    await database.close();
    await created.drop();
  };
  return { database, organisation: new PostgresOrganisation(database), close };
});

describeOrganisationOn('PGlite', async () => {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  const close = async () => {
    await database.close();
    await engine.close();
  };
  return { database, organisation: new PostgresOrganisation(database), close };
});
