import { createTestDatabase, type TestDatabase } from '@plinth/testing';
import { PostgresDatabase } from './postgres-database';
import { sqlDatabaseContract } from './sql-database.contract';

describe('PostgresDatabase', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  describe('keeps the contract', () => {
    sqlDatabaseContract((schema) => new PostgresDatabase({ url: database.url, schema }));
  });
});
