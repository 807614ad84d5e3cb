import { randomUUID } from 'node:crypto';
import { messageId, tenantId, type TenantId } from '@plinth/kernel';
import { migrate, PgliteDatabase, PostgresDatabase, type PgliteEngine, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine, type TestDatabase } from '@plinth/testing';
import { counted, NO_FIGURES } from '../../../domain/figures/figures';
import { answeredCall } from '../../../features/run-shadow/shadow-under-test.stage';
import { figureBookContract } from '../../../ports/figure-book.contract';
import { SAMPLES_KEPT } from '../../../ports/difference-shelf';
import type { CallOutcome, ServedCall } from '../../../ports/outcome-ledger';
import { REPLAY_DIFFERENCES_KEPT, type ReplayRequest } from '../../../ports/replay-ledger';
import { skillGatewayMigrations } from './migrations';
import { keepObservations } from './observed-rows.stage';
import { PostgresDifferenceShelf } from './postgres-difference-shelf';
import { PostgresFigureBook } from './postgres-figure-book';
import { PostgresInvocationLedger } from './postgres-invocation-ledger';
import { PostgresObservationErasure } from './postgres-observation-erasure';
import { PostgresOutcomeLedger } from './postgres-outcome-ledger';
import { PostgresRecordedCalls } from './postgres-recorded-calls';
import { PostgresReplayLedger } from './postgres-replay-ledger';

const AT_MS = 1_000_000;

function observationsAreKept(database: () => SqlDatabase): void {
  let tenant: TenantId;
  let skill: string;
  beforeEach(() => {
    tenant = tenantId(`t-${randomUUID()}`);
    skill = `stock_${randomUUID().replaceAll('-', '')}`;
  });

  const served = (id: string, over: Partial<ServedCall> = {}): ServedCall => ({
    ...{ tenant, commandId: messageId(id), session: 's', turn: `turn-${id}`, userId: 'li', skill },
    ...{ version: '1.0.0', lane: 'baseline', atMs: AT_MS, ...over },
  });
  const outcome = (subject: CallOutcome['subject'], over: Partial<CallOutcome> = {}): CallOutcome => ({
    ...{ tenant, subject, resolvedFirstTime: undefined, complaint: undefined, handlingMs: undefined },
    observedAtMs: AT_MS,
    ...over,
  });
  const recorded = (id: string, over: object = {}) => {
    const { invocation, reply } = answeredCall();
    const { input } = invocation;
    if (!input) throw new Error('no input');
    const call = { tenant, commandId: messageId(id), session: 's', turn: `turn-${id}`, userId: 'li', skill };
    return { ...call, version: '1.0.0', atMs: AT_MS, input, reply, ...over };
  };
  const sample = (id: string, over: object = {}) => ({
    ...{ tenant, commandId: messageId(id), userId: 'li', skill, baseline: '1.0.0', candidate: '2.0.0', atMs: AT_MS },
    differences: [{ path: 'count', kind: 'value' as const, baseline: 'number', candidate: 'number' }],
    leftOff: 0,
    ...over,
  });
  const erase = async (users: readonly string[], upToMs: number) => {
    await new PostgresInvocationLedger(database()).erase(tenant, users, upToMs);
    return new PostgresObservationErasure(database()).erase(tenant, users);
  };

  describe('PostgresFigureBook', () => {
    figureBookContract(() => new PostgresFigureBook(database()));
  });

  describe('PostgresOutcomeLedger', () => {
    const ledger = () => new PostgresOutcomeLedger(database());

    it('S9: joins outcomes to the versions that served, by call and by turn, whichever comes first', async () => {
      await ledger().keepOutcome(outcome({ callId: `${skill}-a` }, { resolvedFirstTime: true, handlingMs: 1_000 }));
      await ledger().keepServed([
        served(`${skill}-a`),
        served(`${skill}-b`, { version: '2.0.0', lane: 'candidate' }),
        served(`${skill}-c`, { version: '2.0.0', lane: 'candidate' }),
      ]);
      await ledger().keepOutcome(
        outcome({ session: 's', turn: `turn-${skill}-b`, skill: undefined }, { complaint: true, handlingMs: 3_000 }),
      );
      await ledger().keepOutcome(
        outcome({ session: 's', turn: `turn-${skill}-c`, skill }, { complaint: false, handlingMs: 2_000 }),
      );
      const { versions } = await ledger().figures(skill, 0);
      expect(versions).toEqual([
        {
          version: '1.0.0',
          calls: 1,
          resolved: { events: 1, of: 1 },
          complaints: { events: 0, of: 0 },
          handling: { count: 1, mean: 1_000, variance: 0 },
        },
        {
          version: '2.0.0',
          calls: 2,
          resolved: { events: 0, of: 0 },
          complaints: { events: 1, of: 2 },
          handling: { count: 2, mean: 2_500, variance: 500_000 },
        },
      ]);
    });

    it('S9: takes the same outcome once, and of two the part that was seen later', async () => {
      const about = { callId: `${skill}-a` };
      await ledger().keepServed([served(`${skill}-a`), served(`${skill}-a`)]);
      const first = outcome(about, { complaint: true, handlingMs: 900 });
      await ledger().keepOutcome(first);
      await ledger().keepOutcome(first);
      await ledger().keepOutcome(
        outcome(about, { complaint: false, resolvedFirstTime: true, observedAtMs: AT_MS - 1 }),
      );
      const [figures] = (await ledger().figures(skill, 0)).versions;
      expect(figures).toMatchObject({ calls: 1, complaints: { events: 1, of: 1 }, resolved: { events: 1, of: 1 } });
      await ledger().keepOutcome(outcome(about, { complaint: false, observedAtMs: AT_MS + 1 }));
      expect((await ledger().figures(skill, 0)).versions).toMatchObject([{ complaints: { events: 0, of: 1 } }]);
    });

    it('S9: counts an outcome that no call answers to, until one does', async () => {
      await ledger().keepOutcome(outcome({ session: 's', turn: 't', skill }, { complaint: true }));
      expect(await ledger().figures(skill, 0)).toMatchObject({ versions: [], unmatched: expect.any(Number) as number });
      const before = (await ledger().figures(skill, 0)).unmatched;
      await ledger().keepServed([served(`${skill}-a`, { turn: 't' })]);
      expect((await ledger().figures(skill, 0)).unmatched).toBe(before - 1);
    });

    it('M20: never joins an outcome of one tenant to a call of another', async () => {
      await ledger().keepServed([served(`${skill}-a`)]);
      const other = tenantId(`other-${tenant}`);
      await ledger().keepOutcome(outcome({ callId: `${skill}-a` }, { tenant: other, complaint: true }));
      expect((await ledger().figures(skill, 0)).versions).toEqual([]);
    });
  });

  describe('an erasure', () => {
    const rows = (table: string) => database().query(`SELECT 1 FROM ${table} WHERE tenant = $1`, [tenant], { tenant });
    const keepAll = async (id: string) => {
      await new PostgresOutcomeLedger(database()).keepServed([served(id)]);
      await new PostgresDifferenceShelf(database()).keep([sample(id)]);
      await new PostgresRecordedCalls(database()).keep([recorded(id)]);
    };

    it('S9, S14: leaves nothing of the user in what was learned beside his calls, also of what is written afterwards', async () => {
      await keepAll(`${skill}-a`);
      await new PostgresOutcomeLedger(database()).keepOutcome(outcome({ callId: `${skill}-a` }, { complaint: true }));
      const replays = new PostgresReplayLedger(database());
      const request = { tenant, id: skill, skill, candidate: '2.0.0', sinceMs: 0, askedAtMs: AT_MS, turns: undefined };
      await replays.open(request);
      expect(await erase(['li'], AT_MS)).toMatchObject({
        ...{ served_calls: 1, difference_samples: 1, recorded_calls: 1, call_outcomes: 1 },
      });
      await keepAll(`${skill}-late`);
      for (const table of ['served_calls', 'difference_samples', 'recorded_calls', 'call_outcomes'])
        expect(await rows(table)).toEqual([]);
      await new PostgresOutcomeLedger(database()).keepServed([served(`${skill}-later`, { atMs: AT_MS + 1 })]);
      expect(await rows('served_calls')).toHaveLength(1);
    });

    it('misses nothing that is being kept at the same moment', async () => {
      const keeping = Array.from({ length: 15 }, (_, at) => keepAll(`${skill}-${at}`));
      const erased = erase(['li'], AT_MS);
      await Promise.all([...keeping, erased, ...Array.from({ length: 15 }, (_, at) => keepAll(`${skill}-x${at}`))]);
      for (const table of ['served_calls', 'difference_samples', 'recorded_calls'])
        expect(await rows(table)).toEqual([]);
    });
  });

  it('S8: keeps the latest samples of a pair, in a bounded number', async () => {
    const shelf = new PostgresDifferenceShelf(database());
    const many = Array.from({ length: SAMPLES_KEPT + 20 }, (_, at) => sample(`${skill}-${at}`, { atMs: AT_MS + at }));
    await shelf.keep(many);
    await shelf.keep(many.slice(-1));
    const latest = await shelf.latest(tenant, { skill, baseline: '1.0.0', candidate: '2.0.0' }, 1_000);
    expect(latest).toHaveLength(SAMPLES_KEPT);
    expect(latest[0]).toEqual(many.at(-1));
  });

  describe('PostgresRecordedCalls', () => {
    const calls = () => new PostgresRecordedCalls(database());
    const selection = (over: object = {}) => ({
      ...{ tenant, skill, sinceMs: 0, untilMs: Number.MAX_SAFE_INTEGER, turns: undefined, ...over },
    });

    it('S14: gives recordings page by page, the oldest first, by time or by turn', async () => {
      const kept = ['c', 'a', 'b'].map((id, at) => recorded(`${skill}-${id}`, { atMs: AT_MS + at }));
      await calls().keep(kept);
      await calls().keep(kept);
      expect(await calls().page(selection(), undefined, 2)).toEqual(kept.slice(0, 2));
      const last = kept[1]!;
      expect(await calls().page(selection(), { atMs: last.atMs, commandId: last.commandId }, 2)).toEqual([kept[2]]);
      expect(await calls().page(selection({ turns: [`turn-${skill}-a`] }), undefined, 9)).toEqual([kept[1]]);
      expect(await calls().page(selection({ untilMs: AT_MS }), undefined, 9)).toEqual([kept[0]]);
      expect(await calls().page(selection({ tenant: tenantId('nobody') }), undefined, 9)).toEqual([]);
    });

    it('S14: gives what acted from the ledger', async () => {
      const ledger = new PostgresInvocationLedger(database());
      const { invocation, reply } = answeredCall();
      const mine = {
        ...invocation,
        skill,
        origin: { ...invocation.origin, tenant, commandId: messageId(`${skill}-w`) },
      };
      const opened = await ledger.open(mine, { leaseMs: 60_000, madeAtMs: AT_MS });
      if (opened.kind !== 'opened') throw new Error(opened.kind);
      expect(await calls().page(selection(), undefined, 9)).toEqual([]);
      await ledger.settle(opened.lease, reply, false);
      expect(await calls().page(selection(), undefined, 9)).toMatchObject([
        { commandId: `${skill}-w`, input: invocation.input, reply },
      ]);
    });

    it('S14: forgets recordings after their time', async () => {
      await calls().keep([recorded(`${skill}-old`), recorded(`${skill}-new`, { atMs: AT_MS + 1 })]);
      await calls().prune(AT_MS + 1);
      expect(await calls().page(selection(), undefined, 9)).toMatchObject([{ commandId: `${skill}-new` }]);
    });
  });

  describe('PostgresReplayLedger', () => {
    const ledger = () => new PostgresReplayLedger(database());
    const request = (): ReplayRequest => ({
      ...{ tenant, id: `r-${randomUUID()}`, skill, candidate: '2.0.0', sinceMs: 0, askedAtMs: AT_MS, turns: ['t'] },
    });
    const takeMine = async (id: string, leaseMs = 60_000) => {
      for (;;) {
        const taken = await ledger().take(leaseMs);
        if (!taken) return undefined;
        if (taken.replay.id === id) return taken;
      }
    };
    const difference = (id: string) => ({ ...sample(id), version: '1.0.0' });
    const step = (over: object = {}) => ({
      counts: { same: 1, different: 1, failed: 0, skipped: 0 },
      after: { atMs: 5, commandId: 'c' },
      found: [difference('c')],
      status: 'running' as const,
      ...over,
    });

    it('S14: gives a replay to one owner, and to the next behind its last step when the first has died', async () => {
      const asked = request();
      await ledger().open(asked);
      await ledger().open(asked);
      const first = await takeMine(asked.id, 0);
      expect(first).toMatchObject({ replay: { ...asked, status: 'running' }, after: undefined });
      expect(await ledger().advance(first!, step(), 0)).toBe(true);
      const second = await takeMine(asked.id);
      expect(second).toMatchObject({ after: { atMs: 5, commandId: 'c' }, replay: { counts: { same: 1 } } });
      expect(await takeMine(asked.id)).toBeUndefined();
      expect(await ledger().advance(first!, step(), 60_000)).toBe(false);
      expect(await ledger().advance(second!, step({ status: 'completed' }), 60_000)).toBe(true);
      expect(await ledger().advance(second!, step(), 60_000)).toBe(false);
      expect(await ledger().find(tenant, asked.id)).toMatchObject({
        status: 'completed',
        endedAtMs: expect.any(Number) as number,
      });
      expect(await ledger().differences(tenant, asked.id)).toHaveLength(1);
      expect(await ledger().find(tenantId('nobody'), asked.id)).toBeUndefined();
    });

    it('S14: keeps a bounded number of differences', async () => {
      const asked = request();
      await ledger().open(asked);
      const leased = await takeMine(asked.id);
      const found = Array.from({ length: REPLAY_DIFFERENCES_KEPT + 5 }, (_, at) => difference(`c-${at}`));
      await ledger().advance(leased!, step({ found }), 60_000);
      expect(await ledger().differences(tenant, asked.id)).toHaveLength(REPLAY_DIFFERENCES_KEPT);
    });
  });

  it('forgets samples, served calls with their outcomes, and replays after their time', async () => {
    const [outcomes, shelf, replays] = [
      new PostgresOutcomeLedger(database()),
      new PostgresDifferenceShelf(database()),
      new PostgresReplayLedger(database()),
    ];
    await keepObservations(database(), tenant, AT_MS);
    for (const store of [outcomes, shelf, replays]) await store.prune(AT_MS);
    const pair = { skill: 'stock', baseline: '1.0.0', candidate: '2.0.0' };
    expect(await shelf.latest(tenant, pair, 9)).toHaveLength(1);
    expect(await replays.find(tenant, 'replay')).toBeDefined();
    for (const store of [outcomes, shelf, replays]) await store.prune(AT_MS + 1);
    expect(await shelf.latest(tenant, pair, 9)).toEqual([]);
    expect(await replays.find(tenant, 'replay')).toBeUndefined();
    expect(await replays.differences(tenant, 'replay')).toEqual([]);
    const served = await database().query('SELECT 1 FROM served_calls WHERE tenant = $1', [tenant], { tenant });
    expect(served).toEqual([]);
  });

  it('figures survive as they were counted', async () => {
    const book = new PostgresFigureBook(database());
    const figures = counted(NO_FIGURES, { kind: 'call', faulty: true, durationMs: 42 });
    await book.put('p', [{ skill, version: '1.0.0', measure: 'live', against: '', startMs: AT_MS, ...figures }]);
    expect(await book.sum(skill, 0)).toEqual([{ skill, version: '1.0.0', measure: 'live', against: '', ...figures }]);
  });
}

describe('on PostgreSQL', () => {
  let server: TestDatabase;
  let db: SqlDatabase;
  beforeAll(async () => {
    server = await createTestDatabase();
    db = new PostgresDatabase({ url: server.url, schema: 'skills' });
    await migrate(db, { schema: 'skills', migrations: skillGatewayMigrations });
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await server.drop();
  });

  observationsAreKept(() => db);
});

describe('on the embedded engine', () => {
  let engine: PgliteEngine;
  let db: SqlDatabase;
  beforeAll(async () => {
    engine = await openTestEngine();
    db = new PgliteDatabase(engine, { schema: 'skills' });
    await migrate(db, { schema: 'skills', migrations: skillGatewayMigrations });
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await engine.close();
  });

  observationsAreKept(() => db);
});
