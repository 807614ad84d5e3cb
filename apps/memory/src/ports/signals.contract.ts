import { randomUUID } from 'node:crypto';
import { messageId, userId } from '@plinth/kernel';
import { PostgresIdentityBook } from '../adapters/outbound/postgres/postgres-identity-book';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { NOW, TestMemory, type Stores } from './test-memory.stage';

const DAY_MS = 86_400_000;

/** What users show without stating it, over sessions and turns, on real stores. */
export function describeSignalsOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`signals of preferences on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    const someone = () => `u${++count}-${run}`;
    /** A session of the user, so many days after the first. */
    const session = (user: string, day: number, policy: Record<string, unknown> = {}) => {
      const one = new TestMemory(stores, { tenant: 'signals', user, session: `s${++count}-${run}` }, { policy });
      one.clock.advance(day * DAY_MS);
      return one;
    };
    const rows = (user: string) =>
      stores.database.query<{ key: string; value: string; session_id: string; count: number }>(
        'SELECT key, value, session_id, count FROM preference_signals WHERE tenant = $1 AND user_id = $2 ORDER BY session_id, value',
        ['signals', user],
        { tenant: 'signals', user },
      );
    const erasureOf = async (one: TestMemory) => {
      await one.eraseUser.request(one.tenant, userId(one.user));
      return one.sent.find(({ to }) => to.includes('memory'))!.erasure;
    };
    const brief = async (user: string, days: readonly number[], policy: Record<string, unknown> = {}) => {
      for (const day of days) {
        const one = session(user, day, policy);
        expect((await one.turn('太长了，说重点')).ask).toBeUndefined();
        expect((await one.turn('谢谢')).ask).toBeUndefined();
        await one.end();
      }
    };

    it('M15: over five sessions “太长了说重点” is noted, asked for once, confirmed, and served to every later turn', async () => {
      const user = someone();
      await brief(user, [0, 7, 14]);
      const fourth = session(user, 21);
      expect((await fourth.turn('说重点')).ask).toBeUndefined();
      expect(fourth.stored).toContainEqual(expect.objectContaining({ key: 'reply_length', status: 'candidate' }));
      const waiting = await stores.database.query(
        `SELECT value, status, source_type, confidence, session_id FROM profile_facts WHERE tenant = 'signals' AND user_id = $1`,
        [user],
        { tenant: 'signals', user },
      );
      expect(waiting).toEqual([
        {
          ...{ value: '简洁', status: 'candidate', source_type: 'inference', session_id: null },
          confidence: expect.closeTo(0.3),
        },
      ]);
      await fourth.end();

      const fifth = session(user, 21);
      const { ask } = await fifth.turn('你好');
      expect(ask).toMatchObject({ key: 'reply_length', value: '简洁', inferred: true });
      const confirmed = await fifth.turn('是的', { asked: ask!.candidate_id });
      expect(confirmed.changes).toEqual([{ op: 'confirmed', key: 'reply_length', value: '简洁' }]);
      expect((await fifth.turn('再说重点')).ask).toBeUndefined();

      const later = session(user, 23);
      const turn = await later.turn('北京今天天气怎么样');
      expect(turn.ask).toBeUndefined();
      expect(turn.items).toContainEqual(
        expect.objectContaining({ key: 'reply_length', content: '简洁', layer: 'profile', source_type: 'user' }),
      );
      expect(await later.changes()).toMatchObject([{ key: 'reply_length', newValue: '简洁', cause: 'confirmed' }]);
    });

    it('M15: what the user refuses is not asked for again, however often he shows it', async () => {
      const user = someone();
      await brief(user, [0, 1, 2]);
      const fourth = session(user, 3);
      await fourth.turn('简单点说');
      const { ask } = await fourth.turn('那明天呢');
      expect(ask).toMatchObject({ key: 'reply_length' });
      const refused = await fourth.turn('不用', { asked: ask!.candidate_id });
      expect(refused.changes).toEqual([{ op: 'refused', key: 'reply_length' }]);
      await fourth.end();
      await brief(user, [4, 5, 6, 100]);
      const told = (await session(user, 101).turn('你好')).items;
      expect(told.filter(({ key }) => key === 'reply_length')).toEqual([]);
    });

    it('M15: after a refusal the policy may allow the question again, after its days', async () => {
      const user = someone();
      const policy = { signals: { askRefusedAgainDays: 30, askAgainDays: 30 } };
      await brief(user, [0, 1, 2], policy);
      const fourth = session(user, 3, policy);
      await fourth.turn('简单点说');
      const { ask } = await fourth.turn('那明天呢');
      await fourth.turn('不用', { asked: ask!.candidate_id });
      await brief(user, [20], policy);
      const late = session(user, 40, policy);
      await late.turn('简单点说');
      expect((await late.turn('好')).ask).toMatchObject({ key: 'reply_length' });
    });

    it('M15: a question that is left open is not repeated', async () => {
      const user = someone();
      await brief(user, [0, 1, 2]);
      const fourth = session(user, 3);
      await fourth.turn('简单点说');
      const { ask } = await fourth.turn('那明天呢');
      await fourth.turn('查订单A1001', { asked: ask!.candidate_id });
      expect((await fourth.turn('简单点说')).ask).toBeUndefined();
      expect((await fourth.turn('好的谢谢')).ask).toBeUndefined();
      await brief(user, [10, 11]);
    });

    it('M15: one session, however chatty, makes nobody ask; a turn that is delivered twice counts once', async () => {
      const user = someone();
      const one = session(user, 0);
      for (let i = 0; i < 8; i++) expect((await one.turn('太长了，说重点')).ask).toBeUndefined();
      expect(await rows(user)).toMatchObject([{ key: 'reply_length', value: 'brief', count: 8 }]);
      const command = one.command('说重点');
      await one.assembleContext.assemble(command);
      const commit = one.commitOf(command, '说重点');
      await one.commitTurn.commit(commit);
      await one.replica().commitTurn.commit(commit);
      await one.replica().commitTurn.commit({ ...commit, id: messageId('another-visit') });
      expect(await rows(user)).toMatchObject([{ count: 9 }]);
    });

    it('M15: a contrary signal and a declaration of the user keep memory from asking', async () => {
      const wavering = someone();
      await brief(wavering, [0, 1]);
      for (const day of [2, 3]) await session(wavering, day).turn('请再详细一点');
      await brief(wavering, [4, 5]);

      const declared = someone();
      const one = session(declared, 0);
      const { ask } = await one.turn('我喜欢详细的回答');
      await one.turn('对的', { asked: ask!.candidate_id });
      await brief(declared, [1, 2, 3, 4, 5]);
    });

    it('M15, M12: what the user says for good needs no second session: it is asked for as what he has told', async () => {
      const one = session(someone(), 0);
      const { ask, ...stated } = await one.turn('以后都简短一点');
      expect(ask).toEqual({ candidate_id: expect.any(String), key: 'reply_length', value: '简洁' });
      expect([stated.session.facts, stated.changes]).toEqual([
        { reply_length: '简洁' },
        [{ op: 'set', key: 'reply_length', value: '简洁' }],
      ]);
      const confirmed = await one.turn('对的，以后都简短一点', { asked: ask!.candidate_id });
      expect([confirmed.ask, confirmed.changes]).toEqual([
        undefined,
        [{ op: 'confirmed', key: 'reply_length', value: '简洁' }],
      ]);
      expect((await one.turn('以后都简短一点')).items).toContainEqual(expect.objectContaining({ content: '简洁' }));
      expect((await one.turn('谢谢')).ask).toBeUndefined();
      const changed = await one.turn('以后请再详细一点');
      expect(changed.session.facts).toEqual({ reply_length: '详细' });
      expect(changed.items.filter(({ key }) => key === 'reply_length')).toEqual([]);
      await one.turn('对的', { asked: changed.ask!.candidate_id });
      expect((await one.turn('你好')).items).toContainEqual(expect.objectContaining({ content: '详细' }));
    });

    it('M15: where the user lets memory learn by itself it is stored at once, no surer than something said', async () => {
      const user = someone();
      const ledger = new PostgresItemLedger(stores.database, session(user, 0).clock);
      await ledger.chooseMode(session(user, 0).tenant, userId(user), 'learn', NOW);
      await brief(user, [0, 1, 2]);
      const fourth = session(user, 3);
      await fourth.turn('Keep it short, please', { locale: 'en' });
      const { ask, items } = await fourth.turn('How are you?', { locale: 'en' });
      expect([ask, items]).toEqual([undefined, [expect.objectContaining({ key: 'reply_length' })]]);
      const facts = await stores.database.query(
        `SELECT value, status, source_type, confidence FROM profile_facts WHERE tenant = 'signals' AND user_id = $1`,
        [user],
        { tenant: 'signals', user },
      );
      expect(facts).toEqual([
        { value: expect.any(String), status: 'active', source_type: 'inference', confidence: expect.closeTo(0.6) },
      ]);
    });

    it('M12, M4: what is said for good is learned at once in mode `learn`, and an undo takes it back from session and profile', async () => {
      const user = someone();
      const one = session(user, 0);
      const ledger = new PostgresItemLedger(stores.database, one.clock);
      await ledger.chooseMode(one.tenant, userId(user), 'learn', NOW);
      const stated = await one.turn('以后都简短一点');
      expect([stated.ask, stated.session.facts]).toEqual([undefined, { reply_length: '简洁' }]);
      const told = async (text: string) =>
        (await session(user, 1).turn(text)).items.filter(({ key }) => key === 'reply_length');
      expect(await told('你好')).toMatchObject([{ content: '简洁', source_type: 'user' }]);
      const undone = await one.turn('撤回上步');
      expect([undone.session.facts, undone.changes]).toEqual([{}, [{ op: 'undone', key: 'reply_length' }]]);
      expect(await told('在吗')).toEqual([]);
    });

    it('M12, M4: an undo withdraws what was said for good and waits for an answer', async () => {
      const one = session(someone(), 0);
      expect((await one.turn('Always answer in bullet points', { locale: 'en' })).ask).toMatchObject({
        key: 'reply_format',
      });
      expect((await one.turn('undo that')).session.facts).toEqual({});
      expect((await one.turn('你好')).ask).toBeUndefined();
    });

    it('M15: terms of a field that recur over sessions are asked for as a field of interest', async () => {
      const user = someone();
      const texts = ['逆变器报警了', '逆变器怎么复位', '逆变器效率偏低', '换一台逆变器', '逆变器坏了'];
      for (const [day, text] of texts.entries()) expect((await session(user, day).turn(text)).ask).toBeUndefined();
      expect((await session(user, texts.length - 1).turn('你好')).ask).toMatchObject({
        key: 'field_of_interest',
        value: '逆变器',
      });
    });

    it('M15, M22: signals of two ids of one user count together once they are merged', async () => {
      const [one, other] = [someone(), someone()];
      await brief(one, [0, 1]);
      await brief(other, [2]);
      const { tenant } = session(one, 0);
      await new PostgresIdentityBook(stores.database).merge({
        ...{ tenant, mergeId: randomUUID(), from: userId(other), into: userId(one) },
        ...{ actor: 'test', nowMs: NOW + 2 * DAY_MS },
      });
      const fourth = session(one, 3);
      await fourth.turn('简单点说');
      expect((await fourth.turn('好')).ask).toMatchObject({ key: 'reply_length' });
    });

    it('M15, M18: an erasure takes the signals along, and what was said before it leaves none', async () => {
      const user = someone();
      await brief(user, [0, 1, 2]);
      const late = session(user, 2).command('简单点说');
      const eraser = session(user, 3);
      const { erasureId, userIds } = await erasureOf(eraser);
      await eraser.eraseUser.erase({
        ...{ tenant: eraser.tenant, commandId: messageId(`erase-${user}`), erasureId, userIds },
        requestedAt: new Date(eraser.clock.now()).toISOString(),
      });
      expect(await rows(user)).toEqual([]);
      const one = session(user, 2);
      await one.assembleContext.assemble(late);
      await one.commitTurn.commit(one.commitOf(late, '简单点说'));
      expect(await rows(user)).toEqual([]);
    });
  });
}
