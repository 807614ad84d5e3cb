import { openTestEngine } from '@plinth/testing';
import { sqlDatabaseContract } from '../sql-database.contract';
import { PgliteDatabase } from './pglite-database';
import type { PgliteEngine } from './pglite-engine';

describe('PgliteDatabase', () => {
  let engine: PgliteEngine;

  beforeAll(async () => {
    engine = await openTestEngine();
  }, 60_000);

  afterAll(() => engine.close());

  describe('keeps the contract', () => {
    sqlDatabaseContract((schema) => new PgliteDatabase(engine, { schema }));
  });
});
