import { migrate, PgliteDatabase, type PgliteEngine } from '@plinth/postgres';
import { openTestEngine } from '@plinth/testing';
import { skillGatewayMigrations } from './migrations';
import { PostgresRolloutLedger } from './postgres-rollout-ledger';

describe('rollouts of before there were stages', () => {
  let engine: PgliteEngine;
  let db: PgliteDatabase;
  beforeAll(async () => {
    engine = await openTestEngine();
    db = new PgliteDatabase(engine, { schema: 'skills' });
    const before = skillGatewayMigrations.slice(0, 4);
    await migrate(db, { schema: 'skills', migrations: before });
    await db.query(`INSERT INTO rollouts (skill, baseline, candidate, weight, revoked, revision)
      VALUES ('alone', '1.0.0', NULL, 0, '{}', 3), ('shared', '1.0.0', '2.0.0', 0.25, '{0.9.0}', 7)`);
    await migrate(db, { schema: 'skills', migrations: skillGatewayMigrations });
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await engine.close();
  });

  it('S7: serve the same shares after the migration, and nobody takes them back by rules that were never asked for', async () => {
    const kept = await new PostgresRolloutLedger(db).kept(['alone', 'shared']);
    const of = (name: string) => kept.find(({ rollout }) => rollout.rollout === name)?.rollout;
    expect(of('skill:alone')).toMatchObject({ status: 'idle', candidate: undefined, revision: 3 });
    expect(of('skill:shared')).toMatchObject({
      ...{
        status: 'running',
        stage: 0,
        baseline: '1.0.0',
        candidate: '2.0.0',
        revoked: ['0.9.0'],
        revision: 7,
        run: 1,
      },
      plan: { stages: [{ name: 'share', mode: 'live', audience: { kind: 'all' }, weight: 0.25, cap: 1 }], guards: [] },
    });
  });
});
