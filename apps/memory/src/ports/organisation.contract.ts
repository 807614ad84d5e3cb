import { randomUUID } from 'node:crypto';
import { FixedClock, isRefusal, tenantId, userId, type UserId } from '@plinth/kernel';
import type { Scope, SqlDatabase } from '@plinth/postgres';
import type { Role } from '../domain/items/membership';
import { KeepOrganisation } from '../features/keep-organisation/keep-organisation';
import { FixedPolicies } from './fixed-policies.stage';
import type { KeptContact, Organisation } from './organisation';

const NOW = Date.UTC(2024, 4, 20, 2);
const PEOPLE = {
  owner: ['销售', 'employee'],
  colleague: ['销售', 'employee'],
  manager: ['销售', 'manager'],
  admin: ['总部', 'admin'],
  elsewhere: ['财务', 'employee'],
} as const satisfies Record<string, readonly [department: string, role: Role]>;
type Person = keyof typeof PEOPLE;
const OWNED = { name: '张明', phone: '13812345678', email: 'zhangming@client.cn', attributes: { 年薪: '80万' } };

/** Whose contacts are seen by whom is the store's to say: these tests go through no filter but the tenant. */
export function describeOrganisationOn(
  name: string,
  open: () => Promise<{ readonly database: SqlDatabase; readonly organisation: Organisation; close(): Promise<void> }>,
): void {
  describe(`the organisation on ${name}`, () => {
    let store: Awaited<ReturnType<typeof open>>;
    let tenant = tenantId('t');
    const id = (person: string): UserId => userId(person);
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store.close());
    beforeEach(async () => {
      tenant = tenantId(`t${randomUUID().slice(0, 8)}`);
      for (const [person, [department, role]] of Object.entries(PEOPLE))
        await organisation().setMemberships(tenant, id(person), [{ department, role }]);
      for (const [ref, sharing] of Object.entries({
        shared: { visibility: 'department', department: '销售' },
        own: { visibility: 'private' },
        everybody: { visibility: 'org' },
      } as const))
        await keep('owner', { ...OWNED, ref, name: `${OWNED.name}${ref}`, nicknames: [], ...sharing });
    });

    const organisation = () => new KeepOrganisation(store.organisation, new FixedPolicies(), new FixedClock(NOW));
    const keep = (person: string, contact: KeptContact) => organisation().keepContact(tenant, id(person), contact);
    const seen = async (person: string, query?: string) =>
      (await organisation().contactsFor(tenant, id(person), query, 100)).shown;
    const names = async (person: string) => (await seen(person)).map((contact) => contact.name).sort();
    /** Every row that a scope gets of a table, whatever it asks for. */
    const rows = (scope: Scope, table = 'contacts') =>
      store.database.query<{ visibility: string }>(`SELECT * FROM ${table}`, [], scope);
    const visible = async (person: string) =>
      (await rows({ tenant, user: person })).map(({ visibility }) => visibility).sort();

    it('M21: the owner sees all of his contacts in the clear, salaries excepted', async () => {
      expect(await names('owner')).toEqual(['张明everybody', '张明own', '张明shared']);
      for (const contact of await seen('owner'))
        expect(contact).toMatchObject({ phone: OWNED.phone, email: OWNED.email, attributes: { 年薪: '***' } });
    });

    it('M21: a colleague sees what is shared with the department and with all members, masked', async () => {
      expect(await names('colleague')).toEqual(['张明everybody', '张明shared']);
      for (const contact of await seen('colleague'))
        expect(contact).toMatchObject({ phone: '138****5678', email: 'z***@client.cn', attributes: { 年薪: '***' } });
    });

    it('M21: a manager sees what the members of his department keep, masked, and of a private one not who it is', async () => {
      expect(await names('manager')).toEqual(['张***', '张明everybody', '张明shared']);
      expect(JSON.stringify(await seen('manager'))).not.toMatch(/13812345678|zhangming|80万|张明own/);
    });

    it('M21: an administrator sees the whole graph, masked', async () => {
      expect(await visible('admin')).toEqual(['department', 'org', 'private']);
      const graph = await organisation().graphFor(tenant, id('admin'));
      if (isRefusal(graph)) throw new Error(graph.error.code);
      expect(graph.shown.nodes.map((node) => node.id)).toEqual(
        expect.arrayContaining(['user:owner', 'user:elsewhere', 'department:销售', 'department:财务']),
      );
      expect(graph.shown.edges.filter(({ type }) => type === 'knows')).toHaveLength(3);
      expect(graph.shown.edges).toContainEqual({
        type: 'member_of',
        from: 'user:manager',
        to: 'department:销售',
        role: 'manager',
      });
      expect(JSON.stringify(graph)).not.toMatch(/13812345678|zhangming|80万|张明own/);
      expect(await organisation().graphFor(tenant, undefined)).toEqual(graph);
    });

    it('M21: a manager is told the graph of his departments, an employee none', async () => {
      const graph = await organisation().graphFor(tenant, id('manager'));
      expect(JSON.stringify(graph)).toContain('user:colleague');
      expect(JSON.stringify(graph)).not.toMatch(/user:elsewhere|财务|总部/);
      expect(await organisation().graphFor(tenant, id('colleague'))).toMatchObject({ error: { code: 'role_missing' } });
    });

    it('M21: a member of another department sees of it what is for all members alone, and a stranger nothing', async () => {
      expect(await names('elsewhere')).toEqual(['张明everybody']);
      expect(await seen('a customer')).toEqual([]);
    });

    it('M21: without any filter of ours the database gives each reader the same rows', async () => {
      const expected: Record<Person, readonly string[]> = {
        owner: ['department', 'org', 'private'],
        colleague: ['department', 'org'],
        manager: ['department', 'org', 'private'],
        admin: ['department', 'org', 'private'],
        elsewhere: ['org'],
      };
      for (const [person, visibilities] of Object.entries(expected))
        expect(await visible(person)).toEqual(visibilities);
      for (const scope of [
        { tenant, user: 'a customer' },
        { tenant },
        { tenant: 'other', user: 'owner' },
        { tenant: 'other', user: 'admin' },
      ])
        expect(await rows(scope)).toEqual([]);
    });

    it('M21: a newcomer sees what his department shares on the first day, and no more of it when he has left', async () => {
      expect(await seen('newcomer')).toEqual([]);
      await organisation().setMemberships(tenant, id('newcomer'), [{ department: '销售', role: 'employee' }]);
      expect(await names('newcomer')).toEqual(['张明everybody', '张明shared']);
      await organisation().setMemberships(tenant, id('newcomer'), []);
      expect(await visible('newcomer')).toEqual([]);
    });

    it('M21: finds contacts by what the reader sees, so that no guess at what is masked is confirmed', async () => {
      expect((await seen('colleague', '张明shared')).map((contact) => contact.name)).toEqual(['张明shared']);
      expect(await seen('colleague', OWNED.phone)).toEqual([]);
      expect(await seen('owner', OWNED.phone)).toHaveLength(3);
    });

    it('M21: nobody shares with a department that he does not belong to, through the interface or past it', async () => {
      const smuggled = { ...OWNED, ref: 'x', nicknames: [], visibility: 'department', department: '财务' } as const;
      expect(await keep('owner', smuggled)).toMatchObject({ error: { code: 'not_a_member' } });
      expect(await keep('a customer', { ...smuggled, visibility: 'org' })).toMatchObject({
        error: { code: 'not_a_member' },
      });
      await expect(store.organisation.keepContact(tenant, id('owner'), smuggled, 1, NOW)).rejects.toThrow(
        /row-level security/,
      );
    });

    it('M21: nobody changes or deletes the contact of another, and nobody makes himself a manager', async () => {
      const past = (person: string, sql: string) =>
        store.database.query(`${sql} RETURNING 1`, [], { tenant, user: person });
      for (const person of ['colleague', 'manager', 'admin']) {
        expect(await past(person, `UPDATE contacts SET phone = '1' WHERE user_id = 'owner'`)).toEqual([]);
        expect(await past(person, `DELETE FROM contacts WHERE user_id = 'owner'`)).toEqual([]);
        expect(await past(person, `UPDATE members SET role = 'admin'`)).toEqual([]);
        expect(await past(person, 'DELETE FROM members')).toEqual([]);
      }
      const promoted = past(
        'owner',
        `INSERT INTO members (tenant, user_id, department, role, joined_at_ms) VALUES ('${tenant}', 'owner', 'x', 'admin', 0)`,
      );
      await expect(promoted).rejects.toThrow(/row-level security/);
      expect(await organisation().dropContact(tenant, id('colleague'), 'shared')).toMatchObject({
        error: { code: 'contact_not_found' },
      });
    });

    it('M5: fills in what a contact is commonly called, told apart from what its owner calls it, and hides both of a private one', async () => {
      const li = {
        ref: 'li',
        name: '王莉',
        nicknames: ['莉莉'],
        title: '生产经理',
        attributes: {},
        visibility: 'private',
      } as const;
      const kept = await keep('owner', li);
      expect(kept).toMatchObject({
        nicknames: ['莉莉'],
        derivedNicknames: expect.arrayContaining(['王姐', '小王', '王经理']),
      });
      expect(kept).not.toMatchObject({ derivedNicknames: expect.arrayContaining(['莉莉']) });
      expect((await seen('owner', '王姐')).map((contact) => contact.name)).toEqual(['王莉']);
      expect(JSON.stringify(await seen('manager'))).not.toMatch(/王姐|小王|莉莉/);
      await keep('owner', { ...li, name: 'Robert Jones' });
      expect((await seen('owner', 'Bob')).map((contact) => contact.name)).toEqual(['Robert Jones']);
      expect(await seen('owner', '王姐')).toEqual([]);
    });

    it('writes a contact once per owner and id, refuses a second of the same name, and forgets one when asked', async () => {
      const again = { ...OWNED, ref: 'own', name: '张明own', nicknames: ['老张'], visibility: 'private' } as const;
      expect(await keep('owner', again)).toMatchObject({ ref: 'own', nicknames: ['老张'] });
      expect(await rows({ tenant, user: 'owner' })).toHaveLength(3);
      expect(await keep('owner', { ...again, ref: 'another' })).toMatchObject({
        error: { code: 'contact_name_taken' },
      });
      expect(await keep('colleague', again)).toMatchObject({ ref: 'own' });
      expect(await organisation().dropContact(tenant, id('owner'), 'own')).toBeUndefined();
      expect(await names('owner')).toEqual(['张明everybody', '张明shared']);
      expect(await names('colleague')).toContain('张明own');
    });
  });
}
