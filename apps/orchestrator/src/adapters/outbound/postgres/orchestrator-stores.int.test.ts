import { deriveId, sessionId, tenantId } from '@plinth/kernel';
import { parkingMigration, PostgresParkingStore } from '@plinth/bus';
import {
  EVERY_TENANT,
  migrate,
  PgliteDatabase,
  PostgresDatabase,
  type PgliteEngine,
  type SqlDatabase,
} from '@plinth/postgres';
import { createTestDatabase, openTestEngine, parkedMessage, tenantLeaks, type TestDatabase } from '@plinth/testing';
import type { SessionEvent } from '../../../domain/session/session-event';
import { sessionJournalContract } from '../../../ports/session-journal.contract';
import { refundFlow } from '../../../domain/flow/refund-flow.stage';
import { orchestratorMigrations } from './migrations';
import { PostgresFlowArchive } from './postgres-flow-archive';
import { KEEP_ANSWERS_MS, PostgresModelLedger } from './postgres-model-ledger';
import { PostgresSessionJournal } from './postgres-session-journal';

const SCHEMA = 'orchestrator';
const WORDS = '用户说的话';
const migrated = async (db: SqlDatabase) => {
  await migrate(db, { schema: SCHEMA, migrations: [parkingMigration, ...orchestratorMigrations] });
  return db;
};

function suite(open: () => SqlDatabase): void {
  describe('PostgresSessionJournal', () => {
    sessionJournalContract(
      () => new PostgresSessionJournal(open()),
      async (ms) => {
        await open().query('UPDATE sessions SET wake_at_ms = wake_at_ms - $1', [ms], EVERY_TENANT);
      },
    );

    it('M20: every table with a tenant holds rows of one and shows another nothing', async () => {
      const key = { tenant: tenantId('m20'), session: sessionId('m20') };
      await new PostgresSessionJournal(open()).append({
        ...key,
        expectedSeq: 0,
        events: [ended('m20')],
        head: { userKey: 'u' },
      });
      await new PostgresModelLedger(open()).lease({ ...key, command: deriveId('m20') }, 1, 1);
      await new PostgresParkingStore(open()).park(parkedMessage('orchestrator', key, WORDS));
      const strangers = [{ tenant: 'nobody' }, { tenant: 'nobody', user: 'u' }];
      expect(await tenantLeaks(open(), { tenant: 'm20' }, strangers)).toEqual({ unfilled: [], leaking: [] });
    });

    it('M18: an erasure of a session leaves no answer of a model and no text of a parked message of it, and leaves other sessions alone', async () => {
      const [journal, models, parking] = [
        new PostgresSessionJournal(open()),
        new PostgresModelLedger(open()),
        new PostgresParkingStore(open()),
      ];
      const answer = { text: WORDS, model: 'm', input_tokens: 1, output_tokens: 2, duration_ms: 3 };
      const keys = ['erased', 'kept'].map((name) => ({ tenant: tenantId('m18'), session: sessionId(name) }));
      for (const key of keys) {
        await journal.append({ ...key, expectedSeq: 0, events: [ended(`m18-${key.session}`)], head: {} });
        const call = { ...key, command: deriveId('m18', key.session) };
        await models.lease(call, 1, 1);
        await models.record(call, answer);
        await parking.park(parkedMessage('orchestrator', key, WORDS));
      }
      const [erased] = keys;
      const event: SessionEvent = { ...ended('m18 erase'), seq: 2, type: 'session.erased.v1', data: { erasure: 'e' } };
      await journal.append({ ...erased!, expectedSeq: 1, events: [event], head: {}, redactEarlier: true });
      const [none, kept] = await Promise.all(
        keys.map(({ tenant, session }) =>
          models.lease({ tenant, session, command: deriveId('m18', session) }, 10_000, 1),
        ),
      );
      expect([none, kept]).toEqual(['leased', answer]);
      const texts = await Promise.all(
        keys.map(async (key) => {
          const [row] = await parking.rows('orchestrator', parkedMessage('orchestrator', key, WORDS).parkingKey, 1);
          return [row?.erased, row?.user, row?.error.code, row?.record.body?.toString()];
        }),
      );
      expect(texts).toEqual([
        [true, undefined, 'erased', ''],
        [false, 'u', 'garbled', WORDS],
      ]);
    });

    it.each([
      ['an id that is no UUID', { id: 'not-a-uuid' }],
      ['a turn that is no UUID', { turn: 'turn-1' }],
      ['a text with a NUL', { data: { model: 'm\u0000x' } }],
    ])('an event with %s fails alone; what shared its batch is appended', async (what, culprit) => {
      const journal = new PostgresSessionJournal(open());
      const append = (n: number) => {
        const key = { tenant: tenantId('poison'), session: sessionId(`${what}-${n}`) };
        const event = { ...ended(`${what}-${n}`), ...(n === 7 && culprit) } as SessionEvent;
        return journal.append({ ...key, expectedSeq: 0, head: {}, events: [event] });
      };
      const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => append(n)));
      expect(settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([7]);
    });
  });

  describe('PostgresModelLedger', () => {
    const call = (n: number) => ({
      tenant: tenantId('t'),
      session: sessionId('s'),
      command: deriveId('model', n, process.pid),
    });
    const answer = { text: '好', model: 'm', input_tokens: 1, output_tokens: 2, duration_ms: 3 };

    it('T3: leases a command to one worker, again when the lease is over or given back, and then gives the recorded answer', async () => {
      const ledger = new PostgresModelLedger(open());
      const both = await Promise.all([ledger.lease(call(1), 1_000, 100), ledger.lease(call(1), 1_000, 100)]);
      expect(both.sort()).toEqual(['leased', 'taken']);
      expect(await ledger.lease(call(1), 1_099, 100)).toBe('taken');
      expect(await ledger.lease(call(1), 1_100, 100)).toBe('leased');
      await ledger.release(call(1));
      expect(await ledger.lease(call(1), 1_101, 100)).toBe('leased');
      await ledger.record(call(1), answer);
      expect(await ledger.lease(call(1), 9_999, 100)).toEqual(answer);
      expect(await ledger.lease({ ...call(1), tenant: tenantId('t2') }, 9_999, 100)).toBe('leased');
    });

    it('keeps answers longer than the broker keeps messages, and then no longer', async () => {
      const ledger = new PostgresModelLedger(open());
      await ledger.lease(call(2), 50_000, 0);
      await ledger.record(call(2), answer);
      await ledger.purge(50_000 + KEEP_ANSWERS_MS);
      expect(await ledger.lease(call(2), 60_000, 1)).toEqual(answer);
      expect(await ledger.purge(50_001 + KEEP_ANSWERS_MS)).toBeGreaterThan(0);
      expect(await ledger.lease(call(2), 60_000, 1)).toBe('leased');
    });
  });

  describe('PostgresFlowArchive', () => {
    it('T4: gives a stored version back under the same hash, on any replica', async () => {
      await new PostgresFlowArchive(open()).store([refundFlow, refundFlow]);
      expect(await new PostgresFlowArchive(open()).fetch(refundFlow.hash)).toEqual(refundFlow);
      expect(await new PostgresFlowArchive(open()).fetch('unknown')).toBeUndefined();
    });
  });
}

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let db: PostgresDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = new PostgresDatabase({ url: database.url, schema: SCHEMA, poolSize: 4 });
    await migrated(db);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  suite(() => db);

  it('T2: of two replicas that append to one place at once, one wins', async () => {
    const other = new PostgresDatabase({ url: database.url, schema: SCHEMA, poolSize: 1 });
    const [one, two] = [new PostgresSessionJournal(db), new PostgresSessionJournal(other)];
    for (let n = 0; n < 20; n += 1) {
      const key = { tenant: tenantId('race'), session: sessionId(`race-${n}`) };
      const append = (from: string) => ({ ...key, expectedSeq: 0, head: {}, events: [ended(`${from}-${n}`)] });
      const outcomes = await Promise.all([one.append(append('one')), two.append(append('two'))]);
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['appended', 'conflict']);
    }
    await other.close();
  });

  it.each([600_000, -600_000])(
    'T3: claims by its own clock where that of the replica is %i ms away',
    async (skewMs) => {
      const journal = new PostgresSessionJournal(db);
      const nowMs = await journal.nowMs();
      const append = (name: string, wakeAtMs: number) => {
        const key = { tenant: tenantId('skew'), session: sessionId(`${name}${skewMs}`) };
        return journal.append({ ...key, expectedSeq: 0, head: { wakeAtMs }, events: [ended(`${name}${skewMs}`)] });
      };
      await append('due', nowMs - 1_000);
      await append('later', nowMs + 300_000);
      const clock = jest.spyOn(Date, 'now').mockReturnValue(nowMs + skewMs);
      const { due, nowMs: claimedAtMs } = await journal.claimDue(1_000).finally(() => clock.mockRestore());
      expect(due.filter(({ tenant }) => tenant === 'skew').map(({ session }) => session)).toEqual([`due${skewMs}`]);
      expect(Math.abs(claimedAtMs - nowMs)).toBeLessThan(60_000);
    },
  );

  it('T2: an append made ready on empty tables never scans full ones', async () => {
    const single = new PostgresDatabase({ url: database.url, schema: SCHEMA, poolSize: 1 });
    const journal = new PostgresSessionJournal(single);
    const scans = async () => {
      await single.query('SELECT pg_stat_force_next_flush()');
      const [row] = await single.query<{ scans: number }>(
        `SELECT seq_scan::int AS scans FROM pg_stat_user_tables WHERE schemaname = 'orchestrator' AND relname = 'session_events'`,
      );
      return row?.scans ?? 0;
    };
    const before = await scans();
    for (let n = 0; n < 20; n += 1) {
      const key = { tenant: tenantId('plan'), session: sessionId(`plan-${n}`) };
      await journal.append({ ...key, expectedSeq: 0, head: {}, events: [ended(`plan-${n}`)] });
    }
    expect(await scans()).toBe(before);
    await single.close();
  });
});

const ended = (name: string) =>
  ({
    seq: 1,
    id: deriveId(name),
    type: 'session.end_requested.v1',
    at: 1,
    source: 'orchestrator',
    data: {},
    texts: null,
  }) as const;

describe('on PGlite', () => {
  let engine: PgliteEngine;
  let db: PgliteDatabase;
  beforeAll(async () => {
    engine = await openTestEngine();
    db = new PgliteDatabase(engine, { schema: SCHEMA });
    await migrated(db);
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await engine.close();
  });
  suite(() => db);
});
