import { migrate, PostgresDatabase } from '@plinth/postgres';
import { openEvidence } from '@plinth/rollout';
import { createTestDatabase, type TestDatabase } from '@plinth/testing';
import { bookRoom } from '../../../features/invoke-skill/gateway-under-test.stage';
import type { Ruling } from '../../../domain/rollout/ruling';
import type { KeptRollout } from '../../../ports/rollout-ledger';
import { skillGatewayMigrations } from './migrations';
import { PostgresRolloutLedger } from './postgres-rollout-ledger';
import { PostgresSkillRegistry } from './postgres-skill-registry';

describe('a leader that hangs between reading and ruling', () => {
  let server: TestDatabase;
  let db: PostgresDatabase;
  beforeAll(async () => {
    server = await createTestDatabase();
    db = new PostgresDatabase({ url: server.url, schema: 'skills' });
    await migrate(db, { schema: 'skills', migrations: skillGatewayMigrations });
    const version = { manifest: bookRoom(), providerUrl: 'http://a', state: 'complete' as const };
    await new PostgresSkillRegistry(db).register([version]);
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await server.drop();
  });

  it('S7: loses the lead after a second, and what it would have ruled did not happen', async () => {
    const ledger = new PostgresRolloutLedger(db);
    const rule = (kept: readonly KeptRollout[]): Ruling[] =>
      kept.map(({ rollout }) => ({ rollout, evidence: openEvidence(rollout), moved: undefined }));
    const hanging = ledger.lead(['book_room'], (kept) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
      return rule(kept);
    });
    await expect(hanging).rejects.toMatchObject({ code: 'postgres_unavailable' });
    const [kept] = await ledger.kept(['book_room']);
    expect(kept?.evidence).toBeUndefined();
    expect(await ledger.lead(['book_room'], rule)).toHaveLength(1);
  }, 30_000);
});
