import { randomUUID } from 'node:crypto';
import { canonicalUserId, type UserReference } from '@plinth/contracts';
import { isRefusal, RandomIds, sessionId, userId } from '@plinth/kernel';
import { HotSessionCache } from '../adapters/outbound/hot-store/hot-session-cache';
import { PostgresIdentityBook } from '../adapters/outbound/postgres/postgres-identity-book';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresMemorySearch } from '../adapters/outbound/postgres/postgres-memory-search';
import { KeepIdentities } from '../features/keep-identities/keep-identities';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';
import { TestMemory, type Stores } from './test-memory.stage';

/** Turns of a user whose ids are merged while he talks. */
export function describeMergedTurnsOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`turns of merged users on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());

    const memory = (more: { user?: string } = {}) => {
      const run = randomUUID().slice(0, 8);
      return new TestMemory(stores, { tenant: 'acme', user: `u-${run}`, session: `s-${run}`, ...more });
    };
    const identitiesOf = ({ clock }: TestMemory) => {
      const cache = new HotSessionCache(stores.hot, clock, 3_600_000, () => undefined);
      return new KeepIdentities(new PostgresIdentityBook(stores.database), cache, clock, new RandomIds());
    };
    const by = (one: TestMemory) => ({ tenant: one.tenant, actor: 'test' });
    /** As a turn that had begun before a merge would. */
    const late = ({ tenant, user, clock }: TestMemory) =>
      new WriteItems(new PostgresItemLedger(stores.database, clock), new FixedPolicies(), new RandomIds()).write({
        tenant,
        drafts: [
          {
            ...{ userId: userId(user), kind: 'episode', content: '周末去了天文馆', timestampMs: clock.now() },
            source: { id: 'late', channel: 'test', type: 'user' },
          },
        ],
      });
    const ownersOf = async (...owners: readonly TestMemory[]) => {
      const rows = await Promise.all(
        owners.map(({ tenant, user }) => stores.database.query('SELECT 1 FROM memory_items', [], { tenant, user })),
      );
      return rows.map(({ length }) => length);
    };
    const heard = async (one: TestMemory, command: ReturnType<TestMemory['command']>) => {
      const assembled = await one.assembleContext.assemble(command);
      if (isRefusal(assembled)) throw new Error(assembled.error.code);
      return assembled;
    };

    it('M22: a session goes on under the user it was merged into, keeps its state, and is told so; undone, it goes on under the first', async () => {
      const one = memory();
      const into = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      const merged = await identitiesOf(one).merge(by(one), userId(one.user), userId(into.user));
      if (isRefusal(merged)) throw new Error(merged.error.code);
      const asked = await one.turn('我的暗号是什么？');
      expect([asked.user_id, asked.answer?.value]).toEqual([into.user, '蓝鲸-4471']);
      await identitiesOf(one).undo(by(one), merged.mergeId);
      const again = await one.turn('我的暗号是什么？');
      expect([again.user_id, again.answer?.value]).toEqual([one.user, '蓝鲸-4471']);
    });

    it('M22: a turn that was assembled before a merge is committed for the user who has the memory now, once', async () => {
      const one = memory();
      const into = memory();
      const declared = await one.turn('我的邮箱是ana@example.com');
      const command = one.command('对的', {
        previous: { turn_id: 'x', reply: '?', slots: { asked_candidate: declared.ask!.candidate_id } },
      });
      const first = await heard(one, command);
      await identitiesOf(one).merge(by(one), userId(one.user), userId(into.user));
      const commit = one.commitOf(command, '对的');
      const committed = await one.commitTurn.commit(commit);
      expect(committed).toMatchObject({ stored: expect.arrayContaining([expect.objectContaining({ key: 'email' })]) });
      expect(await one.commitTurn.commit(commit)).toEqual(committed);
      expect(await heard(one, command)).toEqual(first);
      const { facts } = await new PostgresMemorySearch(stores.database).profileOf(one.tenant, userId(into.user), {
        nowMs: one.clock.now(),
      });
      expect(facts).toMatchObject([{ key: 'email', value: 'ana@example.com' }]);
    });

    it('M22: a channel user who is linked is the user from his next turn on, on a replica that has never seen him too', async () => {
      const one = memory();
      const channel = { channel: 'wechat', external_id: one.user } satisfies UserReference;
      const said = await heard(one, one.command('你好', { user: channel }));
      expect(said.user_id).toBe(canonicalUserId(one.tenant, channel));
      await identitiesOf(one).link(by(one), userId(`${one.user}-member`), { channel: 'wechat', externalId: one.user });
      const replica = one.replica();
      replica.goOnFrom(one);
      const next = await heard(replica, replica.command('谢谢', { user: channel }));
      expect(next.user_id).toBe(`${one.user}-member`);
      expect(await replica.readSession.read(one.tenant, sessionId(one.session), undefined)).toMatchObject({
        user_id: `${one.user}-member`,
      });
    });

    it('M22: what a turn under way at a merge has still written to the id given up follows its user by itself', async () => {
      const one = memory();
      const into = memory();
      await identitiesOf(one).merge(by(one), userId(one.user), userId(into.user));
      await late(one);
      expect(await ownersOf(one, into)).toEqual([1, 0]);
      await Promise.all([identitiesOf(one).sweep(), identitiesOf(one).sweep()]);
      expect(await ownersOf(one, into)).toEqual([0, 1]);
    });

    it('M22: what was still written follows through a chain of merges, and each undo takes its part back', async () => {
      const [one, two, three] = [memory(), memory(), memory()];
      const identities = identitiesOf(one);
      const first = await identities.merge(by(one), userId(one.user), userId(two.user));
      const second = await identities.merge(by(one), userId(two.user), userId(three.user));
      if (isRefusal(first) || isRefusal(second)) throw new Error('not merged');
      await late(one);
      await identities.sweep();
      expect(await ownersOf(one, two, three)).toEqual([0, 0, 1]);
      await identities.undo(by(one), second.mergeId);
      expect(await ownersOf(one, two, three)).toEqual([0, 1, 0]);
      await identities.undo(by(one), first.mergeId);
      await identities.sweep();
      expect(await ownersOf(one, two, three)).toEqual([1, 0, 0]);
    });

    it('M22: a sweep that has looked before an undo does not merge anew', async () => {
      const one = memory();
      const into = memory();
      const book = new PostgresIdentityBook(stores.database);
      const merged = await identitiesOf(one).merge(by(one), userId(one.user), userId(into.user));
      if (isRefusal(merged)) throw new Error(merged.error.code);
      await identitiesOf(one).undo(by(one), merged.mergeId);
      expect(await book.bringRest(one.tenant, merged.mergeId, 'memory')).toEqual([]);
      expect(await book.canonicalOf(one.tenant, userId(one.user))).toBe(one.user);
    });

    it('M22, M18: erasing a merged user erases both names', async () => {
      const one = memory();
      const into = memory();
      await one.turn('我的暗号是蓝鲸-4471');
      await identitiesOf(one).merge(by(one), userId(one.user), userId(into.user));
      await one.eraseUser.request(one.tenant, userId(into.user));
      expect(one.sent[0]?.erasure.userIds).toEqual(expect.arrayContaining([into.user, one.user]));
    });
  });
}
