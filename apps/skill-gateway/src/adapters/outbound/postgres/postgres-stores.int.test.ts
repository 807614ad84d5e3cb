import { randomUUID } from 'node:crypto';
import { messageId, tenantId, type TenantId } from '@plinth/kernel';
import { migrate, PgliteDatabase, PostgresDatabase, type PgliteEngine, type SqlDatabase } from '@plinth/postgres';
import { openEvidence } from '@plinth/rollout';
import { createTestDatabase, openTestEngine, tenantLeaks, type TestDatabase } from '@plinth/testing';
import { manifestDefaults } from '../../../domain/contract/manifest-defaults.stage';
import type { Ruling } from '../../../domain/rollout/ruling';
import type { Invocation } from '../../../ports/invocation-ledger';
import { attachmentStoreContract } from '../../../ports/attachment-store.contract';
import { invocationLedgerContract, reply } from '../../../ports/invocation-ledger.contract';
import type { KeptRollout } from '../../../ports/rollout-ledger';
import { rolloutLedgerContract } from '../../../ports/rollout-ledger.contract';
import { skillRegistryContract } from '../../../ports/skill-registry.contract';
import { skillGatewayMigrations } from './migrations';
import { keepObservations } from './observed-rows.stage';
import { PostgresAttachmentStore } from './postgres-attachment-store';
import { PostgresInvocationLedger } from './postgres-invocation-ledger';
import { PostgresRolloutLedger } from './postgres-rollout-ledger';
import { PostgresSkillRegistry } from './postgres-skill-registry';
import { REGISTRY_CHANNEL } from './registry-change';

const SCHEMA = 'skills';
const migrated = async (db: SqlDatabase): Promise<SqlDatabase> => {
  await migrate(db, { schema: SCHEMA, migrations: skillGatewayMigrations });
  return db;
};
/** A new command of the user `li`. */
const invocationOf = (tenant: TenantId): Invocation => ({
  origin: {
    tenant,
    commandId: messageId(randomUUID()),
    session: undefined,
    turn: undefined,
    request: undefined,
    trace: {},
  },
  ...{ skill: 'refund', version: '1.0.0', lane: 'baseline', userId: 'li' },
  input: { arguments: { secret: 1 }, locale: 'en', attributes: {} },
});
const emptyRegistry = async (db: SqlDatabase) => {
  await db.query('DELETE FROM skills; DELETE FROM rollout_history; DELETE FROM rollout_evidence; DELETE FROM rollouts');
  return new PostgresSkillRegistry(db);
};

function storesKeepTheirContracts(database: () => SqlDatabase): void {
  describe('PostgresInvocationLedger', () => {
    invocationLedgerContract(() => new PostgresInvocationLedger(database()));

    it('M20: every table with a tenant holds rows of one and shows another nothing', async () => {
      const ledger = new PostgresInvocationLedger(database());
      const tenant = tenantId('m20');
      await ledger.open(invocationOf(tenant), { leaseMs: 60_000, madeAtMs: 1_000 });
      await ledger.erase(tenant, ['li'], 2_000);
      await keepObservations(database(), tenant, 3_000);
      const content = { content: '{}', bytes: 2, sha256: 'ab', storedAtMs: 3_000 };
      const of = { tenant, commandId: messageId('m20'), userId: 'wu', skill: 'read_log', version: '1.0.0' };
      await new PostgresAttachmentStore(database()).keep({ ...of, ...content, id: 'm20' }, 3_000);
      expect(
        await tenantLeaks(database(), { tenant }, [{ tenant: 'nobody' }, { tenant: 'nobody', user: 'li' }]),
      ).toEqual({
        unfilled: [],
        leaking: [],
      });
    });
  });

  describe('PostgresAttachmentStore', () => {
    attachmentStoreContract(() => ({
      store: new PostgresAttachmentStore(database()),
      erasedUser: async (tenant, userId, upToMs) =>
        void (await new PostgresInvocationLedger(database()).erase(tenant, [userId], upToMs)),
    }));
  });

  it('finds the row of a command as fast among many as among few, with the plans of an empty table', async () => {
    const ledger = new PostgresInvocationLedger(database());
    const tenant = tenantId(`t-${randomUUID()}`);
    const once = async () => {
      const began = performance.now();
      await ledger.takeDue(1, 60_000);
      const opened = await ledger.open(invocationOf(tenant), { leaseMs: 60_000, madeAtMs: 1_000 });
      if (opened.kind !== 'opened') throw new Error(opened.kind);
      await ledger.renew([opened.lease], 60_000);
      await ledger.settle(opened.lease, reply(), false);
      return performance.now() - began;
    };
    for (let warm = 0; warm < 15; warm += 1) await once();
    await database().query(
      `INSERT INTO invocations (tenant, command_id, trace, skill, user_id, status, code, due, lease_token, lease_until_ms, opened_at_ms)
       SELECT $1, n::text, '{}', 'refund', 'u' || n % 100, 'succeeded', '', false, '', 0, 0 FROM generate_series(1, 60000) AS n`,
      [tenant],
      { tenant },
    );
    const times = [await once(), await once(), await once(), await once(), await once()];
    expect(Math.min(...times)).toBeLessThan(100);
  }, 60_000);

  it('4: an erasure misses no command that is being kept at the same moment', async () => {
    const ledger = new PostgresInvocationLedger(database());
    const tenant = tenantId(`t-${randomUUID()}`);
    const keep = () => ledger.open(invocationOf(tenant), { leaseMs: 60_000, madeAtMs: 1_000 });
    const keeping = Array.from({ length: 20 }, keep);
    const erased = ledger.erase(tenant, ['li'], 2_000);
    await Promise.all([...keeping, ...Array.from({ length: 20 }, keep), erased]);
    const rows = await database().query('SELECT input FROM invocations WHERE tenant = $1', [tenant], { tenant });
    expect(rows).toHaveLength(40);
    expect(rows.filter(({ input }) => input !== null)).toEqual([]);
  });

  describe('PostgresRolloutLedger', () => {
    rolloutLedgerContract(async () => {
      const registry = await emptyRegistry(database());
      return { registry, ledger: new PostgresRolloutLedger(database()), other: new PostgresRolloutLedger(database()) };
    });
  });

  describe('PostgresSkillRegistry', () => {
    skillRegistryContract(() => emptyRegistry(database()));

    it('rings the doorbell for a change', async () => {
      const rung = Promise.withResolvers<void>();
      const hush = await database().listen(REGISTRY_CHANNEL, () => rung.resolve());
      await (
        await emptyRegistry(database())
      ).register([{ manifest: MANIFEST, providerUrl: 'http://a', state: 'complete' }]);
      await rung.promise;
      await hush();
    });

    it('lets replicas register the same skills at the same time', async () => {
      const registry = await emptyRegistry(database());
      const versions = ['a', 'b', 'c', 'd'].map((name) => ({
        manifest: { ...MANIFEST, name },
        providerUrl: 'http://a',
        state: 'complete' as const,
      }));
      const turned = [...versions].reverse();
      await Promise.all([versions, turned, versions, turned].map((given) => registry.register(given)));
      expect((await registry.content()).rollouts).toHaveLength(4);
    });
  });
}

const MANIFEST = {
  ...{
    name: 'book_room',
    version: '1.0.0',
    description: 'Books one room.',
    trigger: 'a room',
    effect: 'read' as const,
  },
  ...{ confirmation_required: false, idempotency: 'key' as const, errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  ...manifestDefaults,
};

describe('on PostgreSQL', () => {
  let server: TestDatabase;
  let db: SqlDatabase;
  beforeAll(async () => {
    server = await createTestDatabase();
    db = await migrated(new PostgresDatabase({ url: server.url, schema: SCHEMA }));
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await server.drop();
  });

  storesKeepTheirContracts(() => db);

  it('S7: lets one replica rule at a time: while one stores what it ruled, another rules nothing and does not wait', async () => {
    await (await emptyRegistry(db)).register([{ manifest: MANIFEST, providerUrl: 'http://a', state: 'complete' }]);
    const [leader, other] = [new PostgresRolloutLedger(db), new PostgresRolloutLedger(db)];
    const rule = (kept: readonly KeptRollout[]): Ruling[] =>
      kept.map(({ rollout }) => ({ rollout, evidence: openEvidence(rollout), moved: undefined }));
    const ruled = Promise.withResolvers<void>();
    const elsewhere = new PostgresDatabase({ url: server.url, schema: SCHEMA });
    let leading: Promise<unknown> = Promise.resolve();
    await elsewhere.transaction(async (tx) => {
      await tx.query('LOCK TABLE rollout_evidence IN EXCLUSIVE MODE');
      leading = leader.lead(['book_room'], (kept) => {
        ruled.resolve();
        return rule(kept);
      });
      await ruled.promise;
      expect(
        await other.lead(['book_room'], () => {
          throw new Error('two rule at once');
        }),
      ).toBeUndefined();
    });
    expect(await leading).toHaveLength(1);
    await elsewhere.close();
    expect(await other.lead(['book_room'], rule)).toHaveLength(1);
  });
});

describe('on the embedded engine', () => {
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

  storesKeepTheirContracts(() => db);
});
