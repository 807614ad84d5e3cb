import { randomUUID } from 'node:crypto';
import { PostgresParkingStore } from '@plinth/bus';
import { SERVICE_NAMES, userKeyOf } from '@plinth/contracts';
import { FixedClock, isRefusal, messageId, sessionId, TransientError, userId } from '@plinth/kernel';
import { EVERY_TENANT } from '@plinth/postgres';
import { sessionKey, type HotStore } from '@plinth/redis';
import { parkedMessage, tenantLeaks } from '@plinth/testing';
import { USER_TABLES } from '../adapters/outbound/postgres/migrations';
import { PostgresUpkeep } from '../adapters/outbound/postgres/postgres-upkeep';
import { FixedPolicies } from './fixed-policies.stage';
import { SweepMemory } from '../features/sweep-memory/sweep-memory';
import { fillEveryTable } from './every-table.stage';
import { NOW, TestMemory, type Stores } from './test-memory.stage';

/** Memory's use cases on real stores: what they promise must hold on each of them. */
export function describeMemoryOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`memory on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    /** No other run has its users: what a hot store keeps outlives the database of a test. */
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    const memory = (more: { hot?: HotStore; user?: string; tenant?: string; session?: string } = {}) =>
      new TestMemory(
        { ...stores, ...more },
        { tenant: 'acme', user: `u${++count}-${run}`, session: `s${count}-${run}`, ...more },
      );

    it('M4, M12: a code word told in one turn is known in the same session many turns later, and nowhere else', async () => {
      const one = memory();
      await one.turn('我的暗号是 蓝鲸-4471，请记住');
      for (const text of ['帮我找一家口碑好的旅馆', '好的，那城南书店附近有哪几家旅馆呢？', '谢谢'])
        await one.turn(text);
      expect((await one.turn('我的暗号是什么？')).answer).toMatchObject({
        key: '暗号',
        value: '蓝鲸-4471',
        layer: 'session',
      });
      const otherSession = memory({ user: one.user });
      const otherUser = memory();
      for (const other of [otherSession, otherUser]) {
        const asked = await other.turn('我的暗号是什么？');
        expect([asked.answer, JSON.stringify(asked).includes('4471')]).toEqual([{ key: '暗号', layer: 'none' }, false]);
      }
    });

    it('M4, M12: answers in English with a code word told two turns before', async () => {
      const one = memory();
      await one.turn('My code word is blue whale-4471, please remember it.');
      await one.turn('Find me a hotel');
      expect((await one.turn('What is my code word?')).answer).toMatchObject({
        key: 'code word',
        value: 'blue whale-4471',
      });
    });

    it('T3: a command delivered twice, and another command for the same turn, answer what the turn was told first', async () => {
      const one = memory();
      await one.turn('查北京天气');
      await one.turn('改成上海');
      const undo = one.command('撤回上步');
      const first = await one.assembleContext.assemble(undo);
      const again = await one.assembleContext.assemble(undo);
      const secondVisit = await one.assembleContext.assemble({ ...undo, id: messageId('another-visit') });
      expect(first).toMatchObject({ session: { state: { city: '北京' } }, changes: [{ op: 'undone', key: 'city' }] });
      expect([again, secondVisit]).toEqual([first, first]);
      expect((await one.turn('好')).session.state).toEqual({ city: '北京' });
    });

    it('T3: two replicas that take the same command at once carry it out once and answer the same', async () => {
      const one = memory();
      await one.turn('查订单A1001');
      const command = one.command('不对，是A1002');
      const answers = await Promise.all([1, 2, 3, 4].map(() => one.replica().assembleContext.assemble(command)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await one.updates()).toHaveLength(2);
      const commit = one.commitOf(command, '不对，是A1002');
      const commits = await Promise.all([1, 2, 3].map(() => one.replica().commitTurn.commit(commit)));
      for (const answer of commits) expect(answer).toEqual(commits[0]);
    });

    it('X2: what was said while memory was away is noted with the commit, once, in its place; an assembly that came through counts once', async () => {
      const one = memory();
      const missed = one.command('我的暗号是 蓝鲸-77，请记住');
      const commit = one.commitOf(missed, missed.data.text);
      const late = { ...commit, data: { ...commit.data, unassembled: missed.data } };
      await one.commitTurn.commit(late);
      await one.replica().commitTurn.commit(late);
      expect(await one.updates()).toHaveLength(1);
      expect((await one.turn('我的暗号是什么？')).answer).toMatchObject({ value: '蓝鲸-77', layer: 'session' });

      await one.turn('查北京天气');
      await one.turn('改成上海');
      const undo = one.command('撤回上步');
      await one.assembleContext.assemble(undo);
      const undone = one.commitOf(undo, '撤回上步');
      await one.commitTurn.commit({ ...undone, data: { ...undone.data, unassembled: undo.data } });
      expect((await one.turn('好')).session.state).toEqual({ city: '北京' });
    });

    it('M4: a lost, stale or half-written hash loses nothing: rows rebuild it', async () => {
      const one = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      await one.turn('查订单A1001');
      const keys = ['facts', 'constraints', 'state'].map((kind) => sessionKey('acme', one.user, one.session, kind));
      expect((await stores.hot.readHash(keys[0]!))?.['暗号']).toBe('蓝鲸-4471');
      expect(await stores.hot.readHash(keys[2]!)).toMatchObject({ order_number: 'A1001', __v: '2' });
      await stores.hot.remove(...keys);
      const two = one.replica();
      expect((await two.turn('我的暗号是什么？')).session).toMatchObject({
        facts: { 暗号: '蓝鲸-4471' },
        state: { order_number: 'A1001' },
      });
      await stores.hot.remove(keys[1]!);
      const three = two.replica();
      expect((await three.turn('不对，是A1002')).session.state).toEqual({ order_number: 'A1002' });
      expect(await stores.hot.readHash(keys[2]!)).toMatchObject({ order_number: 'A1002', __v: '4' });
      await stores.hot.remove(...keys);
      await stores.hot.writeHash(keys[2]!, { order_number: 'WRONG', __v: '99' }, 60_000);
      await stores.hot.writeHash(keys[0]!, { __v: '99' }, 60_000);
      await stores.hot.writeHash(keys[1]!, { __v: '99' }, 60_000);
      expect((await three.replica().turn('谢谢')).session.state).toEqual({ order_number: 'A1002' });
    });

    it('T2: a replica that holds an old copy of a session goes on from what the others have written', async () => {
      const one = memory();
      await one.turn('查北京天气');
      const two = one.replica();
      await two.turn('改成上海');
      await two.turn('查订单A1001');
      const back = two.replica();
      one.goOnFrom(back);
      expect((await one.turn('谢谢')).session.state).toEqual({ city: '上海', order_number: 'A1001' });
      two.goOnFrom(one);
      expect((await two.turn('撤回上步')).session.state).toEqual({ city: '上海' });
      one.goOnFrom(two);
      expect((await one.turn('谢谢')).session.state).toEqual({ city: '上海' });
    });

    it('T2: with the hot store away every turn goes on from the rows, and asks it again only after a rest', async () => {
      const unavailable = () => Promise.reject(new TransientError('redis_unavailable', 'away'));
      const away: HotStore = Object.assign(Object.create(stores.hot), {
        readHash: unavailable,
        writeHash: unavailable,
      });
      const one = memory({ hot: away });
      await one.turn('我的暗号是蓝鲸-4471');
      for (const visit of ['a', 'b', 'c']) {
        const asked = await one.assembleContext.assemble(one.command('我的暗号是什么？'));
        expect([visit, asked]).toMatchObject([visit, { answer: { value: '蓝鲸-4471' } }]);
      }
      expect(one.reported).toBe(1);
    });

    it('M12, M14, M17: declared, asked, confirmed; corrected at once and for good; the old value is logged and never found again', async () => {
      const one = memory();
      const declared = await one.turn('我的邮箱是ana@example.com');
      expect(declared.ask).toMatchObject({ key: 'email', value: 'ana@example.com' });
      expect(one.stored).toEqual([expect.objectContaining({ kind: 'candidate', status: 'candidate' })]);
      const elsewhere = memory({ user: one.user });
      expect((await elsewhere.turn('我的邮箱是什么？')).answer).toEqual({ key: 'email', layer: 'none' });

      const confirmed = await one.turn('对的', { asked: declared.ask!.candidate_id });
      expect(confirmed.changes).toEqual([{ op: 'confirmed', key: 'email', value: 'ana@example.com' }]);
      expect(one.stored).toContainEqual({
        id: declared.ask!.candidate_id,
        kind: 'fact',
        key: 'email',
        status: 'active',
      });
      expect((await elsewhere.turn('我的邮箱是什么？')).answer).toMatchObject({
        value: 'ana@example.com',
        layer: 'profile',
      });

      one.clock.advance(1_000);
      const corrected = await one.turn('不对，我的邮箱是anna@example.com');
      expect(corrected.session.facts).toEqual({ email: 'anna@example.com' });
      expect(corrected.ask).toBeUndefined();
      const later = memory({ user: one.user });
      expect((await later.turn('我的邮箱是什么？')).answer).toMatchObject({ value: 'anna@example.com' });
      const found = await later.recallMemory.recall({
        tenant: later.tenant,
        userId: userId(one.user),
        query: '用户的邮箱 ana@example.com',
        topK: 10,
      });
      expect(JSON.stringify(found)).not.toContain('ana@example.com');
      const changes = await later.changes();
      expect(changes).toMatchObject([
        { key: 'email', oldValue: 'ana@example.com', newValue: 'anna@example.com', cause: 'corrected' },
        { key: 'email', newValue: 'ana@example.com', cause: 'confirmed' },
      ]);
    });

    it('M17: an older correction that is replayed late arrives deprecated; the newer value stays', async () => {
      const one = memory();
      const declared = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', { asked: declared.ask!.candidate_id });
      one.clock.advance(1_000);
      const late = one.command('把我的邮箱改成late@example.com');
      await one.assembleContext.assemble(late);
      const lateCommit = one.commitOf(late, '把我的邮箱改成late@example.com');
      one.clock.advance(1_000);
      await one.turn('把我的邮箱改成new@example.com');
      expect(await one.commitTurn.commit(lateCommit)).toMatchObject({
        stored: [{ kind: 'fact', status: 'deprecated' }],
      });
      expect((await memory({ user: one.user }).turn('我的邮箱是什么？')).answer).toMatchObject({
        value: 'new@example.com',
      });
    });

    it('M17: two sessions that confirm the same attribute at once leave one active value, the latest observed', async () => {
      const [one, two] = [memory(), memory()];
      const both = [one, two.as(one.user)];
      const asks: string[] = [];
      for (const [i, session] of both.entries()) {
        session.clock.advance(i * 1_000);
        asks.push((await session.turn(`我的邮箱是number${i}@example.com`)).ask!.candidate_id);
      }
      await Promise.all(both.map((session, i) => session.turn('对的', { asked: asks[i]! })));
      const active = await stores.database.query<{ value: string }>(
        `SELECT value FROM profile_facts WHERE status = 'active'`,
        [],
        { tenant: 'acme', user: one.user },
      );
      expect(active).toEqual([{ value: 'number1@example.com' }]);
    });

    it('finds episodes and facts by their words, in Chinese and English, best first, and counts what was used', async () => {
      const one = memory();
      await one.turn('帮我退款', { decisions: [{ kind: '推荐', choice: '上门取件退货', reason: '用户行动不便' }] });
      await one.turn('ok', {
        receipts: [{ skill: 'refund_process', receipt: { refund_id: 'R-77', amount: '300.00' } }],
        locale: 'en',
      });
      await new SweepMemory(new PostgresUpkeep(stores.database), new FixedPolicies(), one.clock, 86_400_000).sweep();
      const asked = await memory({ user: one.user }).turn('为什么上次推荐上门取件？');
      expect(asked.items[0]).toMatchObject({
        kind: 'episode',
        layer: 'semantic',
        content: expect.stringContaining('上门取件退货') as string,
      });
      const english = await memory({ user: one.user }).turn('what happened with refund R-77?');
      expect(english.items[0]).toMatchObject({
        content: 'refund_process: refund_id=R-77, amount=300.00',
        source_type: 'tool',
      });
      const used = english.items[0]!.id;
      await one.turn('thanks', { used: [used] });
      const [row] = await stores.database.query<{ hits: number }>(
        'SELECT hits FROM memory_items WHERE id = $1',
        [used],
        { tenant: 'acme', user: one.user },
      );
      expect(row?.hits).toBe(1);
      expect((await memory().turn('what happened with refund R-77?')).items).toEqual([]);
    });

    it('a session belongs to its first user; another one gets session_not_found, for a commit too', async () => {
      const one = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      const thief = memory({ session: one.session });
      const command = thief.command('我的暗号是什么？');
      expect(await thief.assembleContext.assemble(command)).toMatchObject({
        refused: true,
        error: { code: 'session_not_found' },
      });
      expect(await thief.commitTurn.commit(thief.commitOf(command, 'x'))).toMatchObject({
        refused: true,
        error: { code: 'session_not_found' },
      });
      expect(await thief.readSession.read(thief.tenant, sessionId(one.session), userId(thief.user))).toMatchObject({
        error: { code: 'session_not_found' },
      });
      expect(await one.readSession.read(one.tenant, sessionId(one.session), undefined)).toMatchObject({
        facts: { 暗号: '蓝鲸-4471' },
        version: 1,
      });
    });

    it('M4: ending a session deletes its rows, its hashes and what was never confirmed in it; ending twice answers the same', async () => {
      const one = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      const ends = [await one.end(), await one.end()];
      expect(ends).toEqual([{ removed: 3 }, { removed: 3 }]);
      expect(await stores.hot.readHash(sessionKey('acme', one.user, one.session, 'facts'))).toBeUndefined();
      expect(await one.updates()).toEqual([]);
      expect(await one.assembleContext.assemble(one.command('你好'))).toMatchObject({
        error: { code: 'session_ended' },
      });
    });

    it('M18: an erasure deletes every row and hash of the user, keeps others, answers twice the same, and nothing comes back', async () => {
      const [one, other] = [memory(), memory()];
      const declared = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', {
        asked: declared.ask!.candidate_id,
        decisions: [{ kind: '推荐', choice: '取件', reason: '近' }],
      });
      await other.turn('我的邮箱是other@example.com');
      const replayed = one.command('我的电话是13900002222');
      await one.assembleContext.assemble(replayed);
      one.clock.advance(1_000);

      const receipt = await one.eraseUser.request(one.tenant, userId(one.user));
      expect(receipt).toMatchObject({ status: 'running', copies: [{ where: 'broker' }, {}] });
      const erased = one.sent.find(({ to }) => to.includes('memory'))!.erasure;
      const command = {
        tenant: one.tenant,
        commandId: messageId(`erase-${one.user}`),
        erasureId: erased.erasureId,
        userIds: erased.userIds,
        requestedAt: new Date(erased.requestedAtMs).toISOString(),
      };
      const counts = await one.eraseUser.erase(command);
      expect(counts).toMatchObject({
        counts: { profile_facts: 1, memory_items: 2, item_terms: 2, session_updates: 2, hot_hashes: 2 },
        refused: [],
      });
      const { hot_hashes, ...rows } = counts.counts;
      expect((await one.eraseUser.erase(command)).counts).toMatchObject({ ...rows, process_copies: 0 });
      expect([await one.rowsWith('ana@example.com'), hot_hashes]).toEqual([[], 2]);
      expect(await stores.hot.readHash(sessionKey('acme', one.user, one.session, 'facts'))).toEqual({ __v: '3' });
      expect(await one.eraseUser.receipt(one.tenant, erased.erasureId, undefined)).toMatchObject({
        verified: {
          searched: expect.arrayContaining(
            ['rows', 'term_weights', 'vectors', 'texts', 'hot_store'].map((where) =>
              expect.objectContaining({ where, found: 0 }),
            ),
          ) as unknown,
          found: 0,
        },
      });
      expect(await other.rowsWith('other@example.com')).not.toEqual([]);

      expect(await one.commitTurn.commit(one.commitOf(replayed, '我的电话是13900002222'))).toEqual({ stored: [] });
      const again = await one.assembleContext.assemble({ ...replayed, id: messageId('replayed-assemble') });
      expect(again).toMatchObject({ session: { facts: {} }, changes: [] });
      expect(await one.rowsWith('13900002222')).toEqual([]);

      for (const service of SERVICE_NAMES)
        await one.eraseUser.collect(one.tenant, erased.erasureId, { service, counts: { x: 1 }, refused: [] });
      expect(await one.eraseUser.receipt(one.tenant, erased.erasureId, undefined)).toMatchObject({
        status: 'completed',
        services: { memory: { counts: { x: 1 } }, orchestrator: {} },
      });
      one.clock.advance(1_000);
      expect((await one.turn('我的邮箱是fresh@example.com')).session.facts).toEqual({ email: 'fresh@example.com' });
    });

    it('M18: nothing that was said before an erasure is noted later, under whichever of the erased ids it comes', async () => {
      const [one, alias, other] = [memory(), memory(), memory()];
      const text = '我的电话是13900002222';
      const before = [one, alias, other].map((who) => ({ who, command: who.command(text) }));
      one.clock.advance(1_000);
      await one.eraseUser.erase({
        tenant: one.tenant,
        commandId: messageId(`erase-${one.user}`),
        erasureId: `erasure-${one.user}`,
        userIds: [one.user, alias.user],
        requestedAt: new Date(one.clock.now()).toISOString(),
      });
      const noted = await Promise.all(
        before.map(async ({ who, command }) => {
          const assembled = await who.assembleContext.assemble(command);
          if (isRefusal(assembled)) throw new Error(assembled.error.code);
          await who.commitTurn.commit(who.commitOf(command, text));
          return [assembled.session.facts, (await who.rowsWith('13900002222')).length > 0];
        }),
      );
      expect(noted).toEqual([
        [{}, false],
        [{}, false],
        [{ phone: '13900002222' }, true],
      ]);
    });

    it('M18: an erasure that a service has not answered is sent again, to that service alone', async () => {
      const one = memory();
      await one.eraseUser.request(one.tenant, userId(one.user));
      const { erasureId } = one.sent[0]!.erasure;
      for (const service of ['orchestrator', 'memory', 'reflection'] as const)
        await one.eraseUser.collect(one.tenant, erasureId, { service, counts: {}, refused: [] });
      one.clock.advance(31_000);
      await one.eraseUser.sweep();
      expect(one.sent.filter(({ erasure }) => erasure.erasureId === erasureId).map(({ to }) => to)).toEqual([
        SERVICE_NAMES,
        ['skill-gateway'],
      ]);
    });

    it('M22: a user of a channel has one stable id on every replica, and an erasure names its key as sent too, never the id of the channel in the clear', async () => {
      const one = memory();
      const reference = { channel: 'wechat', external_id: `openid-${one.user}` };
      const first = await one.assembleContext.assemble(one.command('你好', { user: reference }));
      const second = await one.replica().assembleContext.assemble(one.command('我叫王莉', { user: reference }));
      if (isRefusal(first) || isRefusal(second)) throw new Error('refused');
      expect(second.user_id).toBe(first.user_id);
      await one.eraseUser.request(one.tenant, userId(first.user_id));
      expect(one.sent[0]!.erasure.userIds).toEqual([first.user_id, userKeyOf(reference)]);
    });

    it('M20: with the application’s own filters removed no other user and no other tenant sees a row, in any table', async () => {
      const [one, stranger] = [memory(), memory()];
      const declared = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', {
        asked: declared.ask!.candidate_id,
        decisions: [{ kind: '推荐', choice: '取件', reason: '近' }],
      });
      await one.assembleContext.assemble(
        one.command('你好', { user: { channel: 'wechat', external_id: one.user } }, `${one.session}-channel`),
      );
      await one.turn('把我的邮箱改成anna@example.com');
      await fillEveryTable(stores.database, { tenant: 'acme', user: one.user, item: one.session });
      const scopes = [
        { tenant: 'acme', user: stranger.user },
        { tenant: 'rival', user: one.user },
        { tenant: 'acme' },
        undefined,
      ];
      for (const table of USER_TABLES) {
        const own = await stores.database.query(`SELECT * FROM ${table}`, [], { tenant: 'acme', user: one.user });
        expect([table, own.length > 0]).toEqual([table, true]);
        for (const scope of scopes)
          expect([table, scope, await stores.database.query(`SELECT * FROM ${table}`, [], scope)]).toEqual([
            table,
            scope,
            [],
          ]);
      }
      for (const table of USER_TABLES.filter(
        (name) => !['users', 'inbox', 'profile_facts', 'extraction_samples'].includes(name),
      ))
        expect(await stores.database.query(`SELECT * FROM ${table}`, [], EVERY_TENANT)).toEqual([]);
      for (const table of ['sessions', 'erasures'])
        expect(await stores.database.query(`SELECT * FROM ${table}`, [], { tenant: 'rival' })).toEqual([]);
      const write = stores.database.query(
        `INSERT INTO users (tenant, user_id, first_seen_ms) VALUES ('acme', $1, 0)`,
        [one.user + 'x'],
        { tenant: 'acme', user: stranger.user },
      );
      await expect(write).rejects.toThrow(/row-level security/);
    });

    it('M20: every table with a tenant holds rows of one and shows another nothing', async () => {
      const one = memory({ tenant: 'm20' });
      const declared = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', {
        asked: declared.ask!.candidate_id,
        decisions: [{ kind: '推荐', choice: '取件', reason: '近' }],
      });
      await new SweepMemory(new PostgresUpkeep(stores.database), new FixedPolicies(), one.clock, 86_400_000).sweep();
      await one.turn('把我的邮箱改成anna@example.com');
      await fillEveryTable(stores.database, { tenant: 'm20', user: one.user, item: one.session });
      await one.eraseUser.request(one.tenant, userId(`${one.user}-gone`));
      const { erasureId } = one.sent[0]!.erasure;
      await one.eraseUser.collect(one.tenant, erasureId, { service: 'memory', counts: {}, refused: [] });
      await new PostgresParkingStore(stores.database).park(
        parkedMessage('memory', { tenant: 'm20', session: one.session }, 'x'),
      );
      const strangers = [{ tenant: 'nobody' }, { tenant: 'nobody', user: one.user }];
      expect(await tenantLeaks(stores.database, { tenant: 'm20', user: one.user }, strangers)).toEqual({
        unfilled: [],
        leaking: [],
      });
    });

    it('M20: the same user id in two tenants is two users', async () => {
      const one = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      const rival = memory({ tenant: 'rival', user: one.user, session: one.session });
      expect((await rival.turn('我的暗号是什么？')).answer).toEqual({ key: '暗号', layer: 'none' });
    });

    it.each([24, 2])(
      'M12: what has waited longer for an answer than the tenant’s %d hours is stored by no “对的”',
      async (candidateHours) => {
        const told = async (laterMs: number) => {
          const who = { tenant: 'late', user: `late${++count}-${run}`, session: `late${count}-${run}` };
          const one = new TestMemory(stores, who, { policy: { gate: { candidateHours } } });
          const { ask } = await one.turn('我的邮箱是ana@example.com');
          one.clock.advance(laterMs);
          await one.turn('对的', { asked: ask!.candidate_id });
          return one.stored.length > 0;
        };
        const hours = candidateHours * 3_600_000;
        expect([await told(hours - 120_000), await told(hours)]).toEqual([true, false]);
      },
    );

    it('M12: purges recorded replies, and candidates that have waited as long as their tenant lets them', async () => {
      const one = memory({ tenant: 'purged' });
      await one.turn('我的邮箱是ana@example.com');
      const sweep = (candidateHours: number) =>
        new SweepMemory(
          new PostgresUpkeep(stores.database),
          new FixedPolicies({ gate: { candidateHours } }),
          new FixedClock(NOW + 4 * 86_400_000),
          3 * 86_400_000,
        ).sweep();
      const left = (table: string) =>
        stores.database.query(`SELECT * FROM ${table}`, [], { tenant: 'purged', user: one.user });
      await sweep(168);
      expect([(await left('inbox')).length, (await left('profile_facts')).length]).toEqual([0, 1]);
      await sweep(24);
      expect(await left('profile_facts')).toEqual([]);
      expect(await one.updates()).toHaveLength(1);
    });
  });
}
