import { randomUUID } from 'node:crypto';
import { FixedClock, isRefusal, messageId, RandomIds, userId } from '@plinth/kernel';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresMemorySearch } from '../adapters/outbound/postgres/postgres-memory-search';
import { PostgresUserRecords } from '../adapters/outbound/postgres/postgres-user-records';
import type { ItemDraft } from '../features/write-items/item-draft';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';
import { NOW, TestMemory, type Stores } from './test-memory.stage';
import { RECORD_LISTS, type RecordsAsked } from './user-records';

const DAY = 86_400_000;

/** What is known of a user as of any instant, on a real store: record time and valid time (M29). */
export function describeUserRecordsOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`records of a user on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());

    const run = randomUUID().slice(0, 8);
    let count = 0;
    const someone = () => {
      const one = `u${++count}-${run}`;
      return new TestMemory(stores, { tenant: 'records', user: one, session: `s-${one}` });
    };
    /** Stored `recordedMs`, said `saidMs`; both from NOW on. */
    const write = async (one: TestMemory, recordedMs: number, saidMs: number, draft: Partial<ItemDraft>) => {
      const ledger = new PostgresItemLedger(stores.database, new FixedClock(NOW + recordedMs));
      const written = await new WriteItems(ledger, new FixedPolicies(), new RandomIds()).write({
        tenant: one.tenant,
        drafts: [
          {
            userId: userId(one.user),
            kind: 'fact',
            source: { id: randomUUID(), channel: 'crm', type: 'system' },
            timestampMs: NOW + saidMs,
            ...draft,
          },
        ],
      });
      if (isRefusal(written)) throw new Error(written.error.code);
    };
    const city = (value: string, more: Partial<ItemDraft> = {}): Partial<ItemDraft> => ({
      attributes: { city: value },
      ...more,
    });
    const read = (one: TestMemory, more: Partial<RecordsAsked> = {}) =>
      new PostgresUserRecords(stores.database).read(one.tenant, userId(one.user), {
        ...{ lists: RECORD_LISTS, limit: 50, nowMs: NOW + 365 * DAY },
        ...more,
      });
    /** By key in the view, and by what recall would be told: the two agree. */
    const cityAt = async (one: TestMemory, asOfMs?: number, nowMs = NOW + 365 * DAY) => {
      const then = { nowMs, ...(asOfMs === undefined ? {} : { asOfMs: NOW + asOfMs }) };
      const { profile } = await read(one, then);
      const { facts } = await new PostgresMemorySearch(stores.database).profileOf(one.tenant, userId(one.user), then);
      const [shown, told] = [profile, facts].map((known) => known.map(({ key, value }) => `${key}=${value}`));
      expect(shown).toEqual(told);
      return shown;
    };

    it('M29: before a correction what was believed then, after it what is believed since', async () => {
      const one = someone();
      await write(one, 0, 0, city('杭州'));
      await write(one, 10 * DAY, 10 * DAY, city('上海'));
      expect(await cityAt(one, -1)).toEqual([]);
      expect(await cityAt(one, 5 * DAY)).toEqual(['city=杭州']);
      expect(await cityAt(one, 10 * DAY)).toEqual(['city=上海']);
      expect(await cityAt(one)).toEqual(['city=上海']);
      const { items, changes } = await read(one, { asOfMs: NOW + 5 * DAY });
      expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('杭州')]);
      expect(changes.map(({ newValue }) => newValue)).toEqual(['杭州']);
    });

    it('M29: what holds until a day is known before it and not after it, now and as of then', async () => {
      const one = someone();
      await write(one, 0, 0, city('杭州', { validUntilMs: NOW + 3 * DAY }));
      expect(await cityAt(one, 2 * DAY)).toEqual(['city=杭州']);
      expect(await cityAt(one, 3 * DAY)).toEqual([]);
      expect(await cityAt(one, undefined, NOW + 2 * DAY)).toEqual(['city=杭州']);
      expect(await cityAt(one, undefined, NOW + 4 * DAY)).toEqual([]);
      expect((await read(one, { asOfMs: NOW + 2 * DAY })).items).toHaveLength(1);
      expect((await read(one, { asOfMs: NOW + 4 * DAY })).items).toHaveLength(0);
    });

    it('M29: what was observed earlier and arrives late is never believed, as of no instant; it stands in the change log', async () => {
      const one = someone();
      await write(one, 0, 0, city('杭州'));
      await write(one, 10 * DAY, -5 * DAY, city('苏州'));
      for (const asOf of [5 * DAY, 10 * DAY, 20 * DAY]) expect(await cityAt(one, asOf)).toEqual(['city=杭州']);
      expect((await read(one)).changes[0]).toMatchObject({ newValue: '苏州', cause: 'superseded_earlier' });
    });

    it('M29: a fact is not known before it was recorded, however long it had held by then', async () => {
      const one = someone();
      await write(one, 10 * DAY, 0, city('杭州'));
      expect(await cityAt(one, 5 * DAY)).toEqual([]);
      expect(await cityAt(one, 11 * DAY)).toEqual(['city=杭州']);
    });

    it('M29: what is said again stays known since it was first, and what comes back is not known in between, with the log of it purged too', async () => {
      const one = someone();
      await write(one, 0, 0, city('杭州'));
      await write(one, 5 * DAY, 5 * DAY, city('杭州'));
      await write(one, 10 * DAY, 10 * DAY, city('上海'));
      await write(one, 20 * DAY, 20 * DAY, city('杭州'));
      const said = async () => [await cityAt(one, 2 * DAY), await cityAt(one, 15 * DAY), await cityAt(one, 25 * DAY)];
      const all = [['city=杭州'], ['city=上海'], ['city=杭州']];
      expect(await said()).toEqual(all);
      const scope = { tenant: one.tenant, user: one.user };
      await stores.database.query('DELETE FROM change_log WHERE changed_at_ms < $1', [NOW + 15 * DAY], scope);
      expect(await said()).toEqual(all);
    });

    it('M12, M29: what a user declares waits as a candidate until he confirms it, and is known from then on', async () => {
      const one = someone();
      const declared = await one.turn('我的邮箱是ana@example.com');
      const whileWaiting = one.clock.now();
      await one.turn('对的', { asked: declared.ask!.candidate_id });
      const then = await read(one, { asOfMs: whileWaiting });
      expect([then.candidates, then.profile]).toMatchObject([[{ key: 'email', status: 'candidate' }], []]);
      const since = await read(one, { asOfMs: one.clock.now() });
      expect([since.candidates, since.profile]).toMatchObject([[], [{ key: 'email', value: 'ana@example.com' }]]);
    });

    it('M18, M29: what was erased is erased in the past too', async () => {
      const one = someone();
      await one.turn('我的邮箱是ana@example.com');
      await write(one, 0, 0, city('杭州'));
      one.clock.advance(DAY);
      const asked = await one.eraseUser.request(one.tenant, userId(one.user));
      await one.eraseUser.erase({
        ...{ tenant: one.tenant, commandId: messageId(`erase-${one.user}`), userIds: [one.user] },
        ...{ erasureId: asked.erasure_id, requestedAt: asked.requested_at },
      });
      for (const asOfMs of [undefined, NOW + 70_000, NOW + DAY]) {
        const { sessions, ...left } = await read(one, asOfMs === undefined ? {} : { asOfMs });
        expect(Object.entries(left).filter(([, rows]) => rows.length > 0)).toEqual([]);
        expect(JSON.stringify(sessions)).not.toContain('ana@example.com');
      }
    });

    it('M20: shows nothing of another user, and a list goes on behind the place it is told, rows of one instant too', async () => {
      const [one, other] = [someone(), someone()];
      for (let i = 0; i < 5; i++) await write(one, 0, 0, { kind: 'episode', content: `笔记${i}` });
      await write(other, 0, 0, { kind: 'episode', content: '别人的' });
      const all = (await read(one)).items;
      const first = (await read(one, { lists: ['items'], limit: 2 })).items;
      const last = first.at(-1);
      if (!last) throw new Error('nothing was read');
      const rest = (await read(one, { lists: ['items'], limit: 50, after: last })).items;
      expect([...first, ...rest]).toEqual(all);
      expect(all).toHaveLength(5);
      expect((await read(one, { lists: ['items'] })).profile).toEqual([]);
    });
  });
}
