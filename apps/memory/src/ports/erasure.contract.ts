import { randomUUID } from 'node:crypto';
import { PostgresParkingStore } from '@plinth/bus';
import { SERVICE_NAMES, userKeyOf } from '@plinth/contracts';
import { FixedClock, messageId, RandomIds, sessionId, tenantId, TransientError, userId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { HotStore } from '@plinth/redis';
import { HotSessionCache } from '../adapters/outbound/hot-store/hot-session-cache';
import { TABLES_THAT_STAY } from '../adapters/outbound/postgres/erased-tables';
import { PostgresErasureLedger } from '../adapters/outbound/postgres/postgres-erasure-ledger';
import { PostgresIdentityBook } from '../adapters/outbound/postgres/postgres-identity-book';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresSessionBook } from '../adapters/outbound/postgres/postgres-session-book';
import { EMPTY_SESSION } from '../domain/session-state/session-state';
import { EraseUser } from '../features/erase-user/erase-user';
import { WriteItems } from '../features/write-items/write-items';
import { fillEveryTable } from './every-table.stage';
import { FixedPolicies } from './fixed-policies.stage';

const NOW = Date.UTC(2024, 4, 20, 2);
const HOUR_MS = 3_600_000;

/** What an erasure promises on every store: nothing forgotten, nothing found afterwards, and what a rule keeps is named. */
export function describeErasureOn(
  name: string,
  open: () => Promise<{ readonly database: SqlDatabase; readonly hot: HotStore; close(): Promise<void> }>,
): void {
  describe(`erasing on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    let tenant = tenantId('t');
    let clock = new FixedClock(NOW);
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());
    beforeEach(() => {
      tenant = tenantId(`t${randomUUID().slice(0, 8)}`);
      clock = new FixedClock(NOW);
    });

    const cacheOf = (hot: HotStore = stores.hot) => new HotSessionCache(hot, clock, HOUR_MS, () => undefined);
    const erasing = (cache = cacheOf()) => {
      const ledger = new PostgresErasureLedger(stores.database, new PostgresParkingStore(stores.database));
      const courier = { send: () => Promise.resolve() };
      return new EraseUser(ledger, courier, cache, clock, new RandomIds(), () => Promise.resolve(), 0);
    };
    async function erase(user: string, eraseUser = erasing()) {
      const { erasure_id: erasureId, requested_at: requestedAt } = await eraseUser.request(tenant, userId(user));
      const answer = await eraseUser.erase({
        tenant,
        commandId: messageId(`erase-${erasureId}`),
        erasureId,
        userIds: [user],
        requestedAt,
      });
      const receipt = await eraseUser.receipt(tenant, erasureId, undefined);
      if (!('erasure_id' in receipt)) throw new Error('there is no receipt');
      return { answer, receipt };
    }
    const write = (user: string, content: string) =>
      new WriteItems(new PostgresItemLedger(stores.database, clock), new FixedPolicies(), new RandomIds()).write({
        tenant,
        drafts: [
          {
            userId: userId(user),
            kind: 'episode',
            content,
            source: { id: 's', channel: 'device', type: 'tool' },
            timestampMs: clock.now() - 1,
          },
        ],
      });
    const contents = async (user: string) =>
      (
        await stores.database.query<{ content: string; status: string }>(
          'SELECT content, status FROM memory_items ORDER BY content',
          [],
          { tenant, user },
        )
      ).map(({ content, status }) => `${content} ${status}`);
    const ofUserTables = () =>
      stores.database.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped
         WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
        [stores.database.schema],
      );

    it('M18: no table with rows of a user is forgotten, as the database lists them', async () => {
      await write('ann', '昨天在城南书店买了地图');
      await fillEveryTable(stores.database, { tenant, user: 'ann', item: randomUUID() });
      const { database } = stores;
      const scope = { tenant, user: 'ann', curator: true };
      for (const shared of ['documents', 'shared_items', 'shared_terms', 'shared_vectors'])
        await database.query(`UPDATE ${shared} SET user_id = 'ann' WHERE tenant = $1`, [tenant], scope);
      await database.query(
        `INSERT INTO change_log (tenant, id, user_id, key, cause, changed_at_ms) VALUES ($1, $1, 'ann', 'k', 'confirmed', 0)`,
        [tenant],
        scope,
      );
      await database.query(
        `INSERT INTO profile_facts (tenant, id, user_id, key, status, source_id, source_type, confidence, observed_at_ms, valid_from_ms, created_at_ms, updated_at_ms)
         VALUES ($1, $1, 'ann', 'k', 'active', 's', 'user', 1, 0, 0, 0, 0)`,
        [tenant],
        scope,
      );
      await database.query(
        `INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type) VALUES ($1, $1, 1, 'ann', 't', 'set')`,
        [tenant],
        scope,
      );
      const countIn = async (table: string) =>
        (
          await database.query<{ n: number }>(
            `SELECT count(*)::integer AS n FROM ${table} WHERE tenant = $1 AND user_id = 'ann' AND ${table === 'inbox' ? `kind <> 'erase'` : 'true'}`,
            [tenant],
            scope,
          )
        )[0]!.n;
      const tables = (await ofUserTables())
        .map((table) => table.name)
        .filter((table) => table === 'memory_items' || !(table in TABLES_THAT_STAY));
      const filled = await Promise.all(tables.map(async (table) => [table, await countIn(table)]));
      expect(filled.filter(([, count]) => count === 0)).toEqual([]);

      const { answer, receipt } = await erase('ann');
      for (const table of tables) {
        expect([table, await countIn(table)]).toEqual([table, 0]);
        expect([table, answer.counts[table]]).toEqual([table, expect.any(Number)]);
      }
      expect(receipt.verified).toMatchObject({ found: 0 });
    });

    it('M18: what a retention rule keeps is refused with its end, found by nothing, and gone after it', async () => {
      await write('ann', 'E42 overheated');
      await write('ann', '昨天在城南书店买了地图');
      const untilMs = NOW + 72 * HOUR_MS;
      await stores.database.query(
        `UPDATE memory_items SET retained_until_ms = $2, retained_by = 'device_logs' WHERE tenant = $1 AND content LIKE 'E42%'`,
        [tenant, untilMs],
        { tenant, user: 'ann' },
      );
      const { answer, receipt } = await erase('ann');
      expect(answer.refused).toEqual([
        {
          what: 'memory_items: 1 of source channel `device`',
          rule: 'device_logs',
          until: new Date(untilMs).toISOString(),
        },
      ]);
      expect([await contents('ann'), receipt.verified?.found]).toEqual([['E42 overheated archived'], 0]);
      expect(await stores.database.query('SELECT 1 FROM item_terms', [], { tenant, user: 'ann' })).toEqual([]);

      clock.advance(HOUR_MS);
      await write('ann', 'E43 of a later life');
      await stores.database.query(
        `UPDATE memory_items SET status = 'archived', retained_until_ms = $2 WHERE tenant = $1 AND content LIKE 'E43%'`,
        [tenant, untilMs],
        { tenant, user: 'ann' },
      );
      clock.advance(70 * HOUR_MS);
      await erasing().sweep();
      expect(await contents('ann')).toHaveLength(2);
      clock.advance(HOUR_MS);
      await erasing().sweep();
      expect(await contents('ann')).toEqual(['E43 of a later life archived']);
    });

    it('M18: the error log of a device is kept for 72 hours whatever its user asks, by a rule that the receipt names', async () => {
      await write('ann', '泵 3 报警：超温');
      await write('ann', '今天 21 度');
      const { answer } = await erase('ann');
      expect(answer.refused).toEqual([
        {
          what: 'memory_items: 1 of source channel `device`',
          rule: 'device_error_logs',
          until: expect.stringMatching(/^2\d{3}-/),
        },
      ]);
      expect(await contents('ann')).toEqual(['泵 3 报警：超温 archived']);
    });

    it('M18: a turn that is late puts nothing back into the hot store, and a replica that was not asked serves nothing old', async () => {
      const session = { tenant, userId: userId('ann'), sessionId: sessionId(`s-${tenant}`) };
      await stores.database.query(
        `INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, $2, 'ann', 2, 0)`,
        [tenant, session.sessionId],
        { tenant },
      );
      const said = { version: 2, state: { ...EMPTY_SESSION, facts: new Map([['email', 'ana@example.com']]) } };
      const [here, elsewhere] = [cacheOf(), cacheOf()];
      for (const cache of [here, elsewhere]) await cache.save(session, said);
      const { answer } = await erase('ann', erasing(here));
      expect(answer.counts).toMatchObject({ hot_hashes: 1, process_copies: 1 });
      await elsewhere.save(session, said);
      expect(await cacheOf().read(session)).toEqual({ version: 3, state: EMPTY_SESSION });
      const [row] = await stores.database.query<{ version: number }>('SELECT version FROM sessions', [], { tenant });
      expect(row!.version).toBeGreaterThan((await elsewhere.read(session))!.version);
    });

    it('M18: an erasure asked for again counts nothing that went before, and the receipt names what stays', async () => {
      await write('ann', '昨天在城南书店买了地图');
      const session = { tenant, userId: userId('ann'), sessionId: sessionId(`s-${tenant}`) };
      await stores.database.query(
        `INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, $2, 'ann', 1, 0)`,
        [tenant, session.sessionId],
        { tenant },
      );
      await stores.database.query(
        `INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type) VALUES ($1, $2, 1, 'ann', 't', 'set')`,
        [tenant, session.sessionId],
        { tenant, user: 'ann' },
      );
      const cache = cacheOf();
      await cache.save(session, { version: 1, state: { ...EMPTY_SESSION, facts: new Map([['email', 'a@b.cn']]) } });
      const counted = async () => {
        const { answer } = await erase('ann', erasing(cache));
        clock.advance(1_000);
        return Object.fromEntries(Object.entries(answer.counts).filter(([, count]) => count > 0));
      };
      const book = new PostgresSessionBook(stores.database);
      expect(await counted()).toMatchObject({ memory_items: 1, session_updates: 1, hot_hashes: 1, process_copies: 1 });
      expect(await book.historyOf(tenant, session.sessionId)).toBeUndefined();
      expect([await counted(), await counted()]).toEqual([{}, {}]);
      expect((await erase('ann')).receipt).toMatchObject({
        kept: expect.arrayContaining([{ what: 'sessions', reason: expect.any(String) as unknown }]) as unknown,
        verified: { found: 0 },
      });
      await stores.database.query(
        `INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type) VALUES ($1, $2, 3, 'ann', 't2', 'set')`,
        [tenant, session.sessionId],
        { tenant, user: 'ann' },
      );
      expect(await book.historyOf(tenant, session.sessionId)).toMatchObject({ owner: 'ann' });
    });

    it('M18, M22: of an erasure and a merge that come at once either is whole: nothing of the erased user is handed over', async () => {
      const ledger = new PostgresErasureLedger(stores.database, new PostgresParkingStore(stores.database));
      const book = new PostgresIdentityBook(stores.database);
      const eraseUser = async (user: string) => {
        const erasureId = randomUUID();
        const { userIds } = await ledger.request(tenant, erasureId, userId(user), clock.now());
        const commandId = messageId(`erase-${erasureId}`);
        await ledger.erase({ tenant, commandId, erasureId, userIds, epochMs: clock.now() });
        return erasureId;
      };
      const merge = (from: string, into: string) =>
        book.merge({
          ...{ tenant, mergeId: randomUUID(), from: userId(from), into: userId(into) },
          ...{ actor: 'the operator', nowMs: clock.now() },
        });
      const outcomes = new Set<string>();
      for (let round = 0; round < 12; round++) {
        const [ann, bob] = [`ann-${round}`, `bob-${round}`];
        await write(ann, `秘密${round}`);
        const erasing = () => eraseUser(ann);
        const merging = () => merge(ann, bob);
        const [merged] = await (round % 2 === 0
          ? Promise.all([merging(), erasing()])
          : Promise.all([erasing(), merging()]).then(([erased, done]) => [done, erased] as const));
        outcomes.add('error' in merged ? merged.error.code : 'merged');
        expect([...(await contents(ann)), ...(await contents(bob))]).toEqual([]);
      }
      for (const outcome of outcomes) expect(['merged', 'erasure_running']).toContain(outcome);

      await write('carl', '秘密');
      const reached = { channel: 'wechat', external_id: 'carl-9' };
      await stores.database.query(
        'INSERT INTO identity_links (tenant, channel, external_id, user_id, linked_at_ms) VALUES ($1, $2, $3, $4, 0)',
        [tenant, reached.channel, reached.external_id, 'carl'],
        { tenant, user: 'carl' },
      );
      const erasureId = await eraseUser('carl');
      expect(await merge('carl', 'dora')).toMatchObject({ error: { code: 'erasure_running' } });
      expect(await merge('dora', 'carl')).toMatchObject({ error: { code: 'erasure_running' } });
      expect(await merge(userKeyOf(reached), 'dora')).toMatchObject({ error: { code: 'erasure_running' } });
      for (const service of SERVICE_NAMES)
        await ledger.record(tenant, erasureId, { service, counts: {}, refused: [], answeredAtMs: clock.now() });
      expect(await merge('carl', 'dora')).toMatchObject({ repeated: false });
    });

    it('M18: an erasure is not answered while the hot store is away; repeated, it goes on', async () => {
      await stores.database.query(
        `INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, $1, 'ann', 2, 0)`,
        [tenant],
        { tenant },
      );
      const gone = () => Promise.reject(new TransientError('redis_unavailable', 'away'));
      const away: HotStore = Object.assign(Object.create(stores.hot), { remove: gone });
      await expect(erase('ann', erasing(cacheOf(away)))).rejects.toThrow('away');
      expect((await erase('ann')).receipt.verified).toMatchObject({ found: 0 });
    });

    it('M18: the search finds what an erasure would have left', async () => {
      const ledger = new PostgresErasureLedger(stores.database, new PostgresParkingStore(stores.database));
      await write('ann', '昨天在城南书店买了地图');
      const searched = await ledger.search({ tenant, userIds: ['ann'], epochMs: NOW, texts: ['地图'] });
      expect(Object.fromEntries(searched.map(({ where, found }) => [where, found > 0]))).toEqual({
        rows: true,
        term_weights: true,
        vectors: true,
        texts: false,
      });
    });
  });
}
