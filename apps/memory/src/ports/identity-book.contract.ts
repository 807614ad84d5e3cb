import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { canonicalUserId } from '@plinth/contracts';
import { FixedClock, RandomIds, tenantId, userId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { USER_TABLES } from '../adapters/outbound/postgres/migrations';
import { KeepIdentities } from '../features/keep-identities/keep-identities';
import { fillEveryTable } from './every-table.stage';
import type { IdentityBook } from './identity-book';
import type { SessionName } from './session-book';

const NOW = Date.UTC(2024, 4, 20, 2);
const [A, B, C] = [userId('a'), userId('b'), userId('c')];

interface Known {
  readonly facts: readonly { readonly key: string; readonly value: string; readonly at: number }[];
  readonly items: readonly { readonly hash: string; readonly status: string; readonly restated: number }[];
  readonly contacts: readonly { readonly name: string; readonly at: number }[];
}

const unique = <T>(element: fc.Arbitrary<T>, selector: (value: T) => string) =>
  fc.uniqueArray(element, { selector, maxLength: 4 });
const known: fc.Arbitrary<Known> = fc.record({
  facts: unique(
    fc.record({
      key: fc.constantFrom('email', 'city', '暗号'),
      value: fc.constantFrom('x', 'y'),
      at: fc.integer({ min: 1, max: 9 }),
    }),
    ({ key }) => key,
  ),
  items: unique(
    fc.record({
      hash: fc.constantFrom('h1', 'h2', 'h3'),
      status: fc.constantFrom('active', 'reference', 'archived', 'deprecated'),
      restated: fc.integer({ min: 1, max: 5 }),
    }),
    ({ hash }) => hash,
  ),
  contacts: unique(
    fc.record({ name: fc.constantFrom('王莉', '张明', 'Bob'), at: fc.integer({ min: 1, max: 9 }) }),
    ({ name }) => name,
  ),
});

export function describeIdentityBookOn(
  name: string,
  open: () => Promise<{ readonly database: SqlDatabase; readonly book: IdentityBook; close(): Promise<void> }>,
): void {
  describe(`identities on ${name}`, () => {
    let store: Awaited<ReturnType<typeof open>>;
    let tenant = tenantId('t');
    let forgotten: SessionName[] = [];
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store.close());
    beforeEach(() => anew());

    const anew = () => {
      tenant = tenantId(`t${randomUUID().slice(0, 8)}`);
      forgotten = [];
    };
    const identities = () =>
      new KeepIdentities(
        store.book,
        { forget: async (sessions) => void forgotten.push(...sessions) },
        new FixedClock(NOW),
        new RandomIds(),
      );
    const by = () => ({ tenant, actor: 'the operator' });
    const link = { channel: 'wechat', externalId: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M' };
    const derived = () => canonicalUserId(tenant, { channel: link.channel, external_id: link.externalId });
    const merged = async (from: typeof A, into: typeof A) => {
      const outcome = await identities().merge(by(), from, into);
      if ('refused' in outcome) throw new Error(outcome.error.code);
      return outcome.mergeId;
    };
    const codeOf = (outcome: object) =>
      'error' in outcome ? (outcome as { error: { code: string } }).error.code : undefined;
    const rows = (user: string, table: string, columns = '*') =>
      store.database.query<Record<string, unknown>>(
        `SELECT ${columns} FROM ${table} WHERE user_id = $1 ORDER BY 1, 2`,
        [user],
        {
          tenant,
          user,
          curator: true,
        },
      );

    const write = async (user: string, { facts, items, contacts }: Known) => {
      const insert = (table: string, row: Record<string, unknown>) =>
        store.database.query(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map((_, i) => `$${i + 1}`)
            .join(', ')})`,
          Object.values(row),
          { tenant, user },
        );
      const origin = { tenant, user_id: user, source_id: 's', source_type: 'user', confidence: 0.5 };
      for (const { key, value, at } of facts) {
        const lived = { observed_at_ms: at, valid_from_ms: at, created_at_ms: at, updated_at_ms: at };
        const id = `${user}-${key}`;
        await insert('profile_facts', { ...origin, ...lived, id, key, value, status: 'active' });
        await insert('memory_items', {
          ...{ ...origin, ...lived, id, kind: 'fact', key, content: `${key} ${value}` },
          ...{ content_hash: `${key} ${value}`, importance: 0.5, status: 'active' },
        });
        await insert('item_terms', { tenant, user_id: user, item_id: id, terms: '{1:1}/1000000000' });
      }
      for (const { hash, status, restated } of items)
        await insert('memory_items', {
          ...{ ...origin, id: `${user}-${hash}`, kind: 'episode', content: hash, content_hash: hash, status, restated },
          ...{ importance: 0.5, observed_at_ms: 1, valid_from_ms: 1, created_at_ms: 1, updated_at_ms: 1 },
        });
      for (const { name: called, at } of contacts)
        await insert('contacts', {
          ...origin,
          id: `${user}-${called}`,
          name: called,
          created_at_ms: at,
          updated_at_ms: at,
        });
    };
    const snapshot = async (user: string) => ({
      facts: await rows(user, 'profile_facts', 'id, value, status, observed_at_ms, valid_until_ms, retired_at_ms'),
      items: await rows(
        user,
        'memory_items',
        'id, status, restated, confidence, observed_at_ms, valid_until_ms, retired_at_ms',
      ),
      terms: await rows(user, 'item_terms', 'item_id, live, retired_at_ms'),
      contacts: await rows(user, 'contacts', 'id, status'),
    });
    const both = async () => [await snapshot(A), await snapshot(B)];
    const total = (snapshots: readonly Record<string, readonly unknown[]>[]) =>
      snapshots.flatMap((one) => Object.values(one)).flat().length;

    it('M22: whatever two users knew, a merge loses no row, leaves one live of each, changes nothing again, and undone leaves both as they were', async () => {
      await fc.assert(
        fc.asyncProperty(known, known, async (a, b) => {
          anew();
          for (const [user, what] of [
            [A, a],
            [B, b],
          ] as const)
            await write(user, what);
          const before = await both();
          const mergeId = await merged(A, B);
          const after = await both();
          expect(total([after[0]!])).toBe(0);
          expect(total(after)).toBe(total(before));
          const live = (await rows(B, 'profile_facts', 'key, status')).filter(({ status }) => status === 'active');
          const keys = [...new Set([...a.facts, ...b.facts].map(({ key }) => key))].sort();
          expect(live.map(({ key }) => key).sort()).toEqual(keys);
          expect(await merged(A, B)).toBe(mergeId);
          expect(await both()).toEqual(after);
          await identities().undo(by(), mergeId);
          expect(await both()).toEqual(before);
          await identities().undo(by(), mergeId);
          expect(await both()).toEqual(before);
        }),
        { numRuns: 25 },
      );
    }, 120_000);

    it('M22: of one key the fact observed last stands, whoever it came from, and the change log says so', async () => {
      const fact = (value: string, at: number) => ({ facts: [{ key: 'email', value, at }], items: [], contacts: [] });
      await write(A, fact('new', 9));
      await write(B, fact('old', 3));
      await merged(A, B);
      const active = (await rows(B, 'profile_facts')).filter(({ status }) => status === 'active');
      expect(active).toMatchObject([{ value: 'new' }]);
      expect(await rows(B, 'change_log', 'key, old_value, new_value, cause, actor')).toEqual([
        { key: 'email', old_value: 'old', new_value: 'new', cause: 'merged', actor: 'the operator' },
        { key: 'identity', old_value: null, new_value: 'a', cause: 'merged', actor: 'the operator' },
      ]);
      const live = (await rows(B, 'memory_items', 'content, status')).filter(({ status }) => status === 'active');
      expect(live).toEqual([{ content: 'email new', status: 'active' }]);
    });

    it('M22: rows of every table come along and go back, and hot copies of their sessions are forgotten', async () => {
      await fillEveryTable(store.database, { tenant, user: A, item: 'i1' });
      await store.database.query(
        `INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, 'i1', $2, 0, 0)`,
        [tenant, A],
        { tenant },
      );
      await write(A, { facts: [], items: [{ hash: 'h', status: 'active', restated: 1 }], contacts: [] });
      for (const table of ['item_vectors', 'item_feedback', 'item_terms'])
        await store.database.query(`UPDATE ${table} SET item_id = 'a-h' WHERE user_id = $1`, [A], { tenant, user: A });
      const tables = [...USER_TABLES.filter((table) => table !== 'users'), 'contacts', 'sessions', 'members'];
      const filled = async (user: string) => {
        const found: string[] = [];
        for (const table of tables) {
          const log = table === 'change_log' ? ` WHERE cause NOT LIKE 'merge%'` : '';
          const [row] = await store.database.query<{ n: number }>(
            `SELECT count(*)::integer AS n FROM (SELECT * FROM ${table}${log}) t WHERE user_id = $1`,
            [user],
            { tenant, user, curator: true },
          );
          if (row!.n > 0) found.push(table);
        }
        return found;
      };
      const before = await filled(A);
      expect(before.length).toBeGreaterThan(8);
      const mergeId = await merged(A, B);
      expect([await filled(A), await filled(B)]).toEqual([[], before]);
      expect(forgotten).toEqual([{ tenant, userId: A, sessionId: 'i1' }]);
      await identities().undo(by(), mergeId);
      expect([await filled(A), await filled(B)]).toEqual([before, []]);
    });

    it('M22: what came after a merge stays with the user when it is undone, and newer facts are not overridden', async () => {
      const fact = (value: string, at: number) => ({ facts: [{ key: 'email', value, at }], items: [], contacts: [] });
      await write(A, fact('new', 9));
      await write(B, fact('old', 3));
      const mergeId = await merged(A, B);
      await write(B, { facts: [], items: [{ hash: 'later', status: 'active', restated: 1 }], contacts: [] });
      await identities().undo(by(), mergeId);
      expect((await rows(B, 'memory_items', 'content, status')).map(({ content }) => content).sort()).toEqual([
        'email old',
        'later',
      ]);
      expect(await rows(A, 'profile_facts', 'value, status')).toEqual([{ value: 'new', status: 'active' }]);
    });

    it('M22: an id of an id is one step away, and merges are undone in the reverse order', async () => {
      const first = await merged(A, B);
      const second = await merged(B, C);
      expect(await store.book.canonicalOf(tenant, A)).toBe(C);
      expect(codeOf(await identities().undo(by(), first))).toBe('merged_since');
      await identities().undo(by(), second);
      expect([await store.book.canonicalOf(tenant, A), await store.book.canonicalOf(tenant, B)]).toEqual([B, B]);
      await identities().undo(by(), first);
      expect(await store.book.canonicalOf(tenant, A)).toBe(A);
    });

    it('M22: refuses to merge a user with himself, with whom he was merged into, or twice into different users', async () => {
      expect(codeOf(await identities().merge(by(), A, A))).toBe('same_user');
      await merged(A, B);
      expect(codeOf(await identities().merge(by(), B, A))).toBe('same_user');
      expect(codeOf(await identities().merge(by(), A, C))).toBe('already_merged');
      expect(codeOf(await identities().undo(by(), 'nothing'))).toBe('merge_not_found');
      expect(codeOf(await identities().merge({ ...by(), tenant: tenantId('rival') }, A, C))).toBeUndefined();
    });

    it('M22: a linked channel user brings what he told before, may not be another’s, and takes it along again', async () => {
      await write(derived(), { facts: [{ key: 'email', value: 'x', at: 1 }], items: [], contacts: [] });
      const linked = await identities().link(by(), B, link);
      expect(await identities().link(by(), B, link)).toEqual({ ...linked, repeated: true });
      expect(await store.book.canonicalOf(tenant, derived())).toBe(B);
      expect(await rows(B, 'profile_facts', 'value, status')).toEqual([{ value: 'x', status: 'active' }]);
      expect(await rows(B, 'identity_links', 'channel, external_id')).toEqual([
        { channel: 'wechat', external_id: link.externalId },
      ]);
      expect(codeOf(await identities().link(by(), C, link))).toBe('link_taken');
      expect(codeOf(await identities().unlink(by(), C, link))).toBe('link_not_found');
      expect(codeOf(await identities().unlink(by(), B, link))).toBeUndefined();
      expect([await rows(B, 'profile_facts'), await rows(B, 'identity_links')]).toEqual([[], []]);
      expect(await store.book.canonicalOf(tenant, derived())).toBe(derived());
    });

    it('M22: neither a device nor a token is a person', async () => {
      const device = { channel: 'app', externalId: '356938035643809' };
      expect(codeOf(await identities().link(by(), B, device))).toBe('not_an_identity');
      expect(codeOf(await identities().merge(by(), A, userId('00:1A:2b:3C:4d:5E')))).toBe('not_an_identity');
    });

    it('M22: merges that cross each other end with one user', async () => {
      await write(A, { facts: [{ key: 'city', value: 'x', at: 1 }], items: [], contacts: [] });
      await Promise.all([
        identities().merge(by(), A, B),
        identities().merge(by(), B, A),
        identities().merge(by(), A, B),
      ]);
      const [a, b] = await Promise.all([A, B].map((user) => store.book.canonicalOf(tenant, user)));
      expect(a).toBe(b);
      expect(await rows(a!, 'profile_facts', 'value, status')).toEqual([{ value: 'x', status: 'active' }]);
    });
  });
}
