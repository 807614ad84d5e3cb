import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('members, contacts and the graph over HTTP', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
    for (const [user, department, role] of [
      ['li', 'sales', 'employee'],
      ['wang', 'sales', 'employee'],
      ['boss', 'hq', 'admin'],
    ])
      await memory.call('PUT', `/v1/memory/members/${user}`, { memberships: [{ department, role }] });
  }, 120_000);
  afterAll(() => memory.close());

  const keep = (user: string, id: string, more: object = {}) =>
    memory.call('PUT', `/v1/memory/contacts/${id}`, {
      user_id: user,
      name: '张明',
      phone: '13812345678',
      email: 'zhangming@client.cn',
      ...more,
    });
  const list = async (user: string, query = '') =>
    ((await memory.call('GET', `/v1/memory/contacts?user_id=${user}${query}`)).body as { contacts: object[] }).contacts;
  const codeOf = ({ status, body }: { status: number; body: unknown }) => {
    const { error } = body as { error?: { code: string; field?: string } };
    return `${status} ${error?.code} ${error?.field}`;
  };

  it('M21: an administrator names the members, and a contact that is shared shows itself masked to them', async () => {
    expect((await memory.call('GET', '/v1/memory/members/li')).body).toEqual({
      user_id: 'li',
      memberships: [{ department: 'sales', role: 'employee' }],
    });
    expect(
      await keep('li', 'c-1', { visibility: 'department', department: 'sales', attributes: { salary: '80k' } }),
    ).toMatchObject({
      status: 200,
      body: { id: 'c-1', owner: 'li', phone: '13812345678', attributes: { salary: '***' } },
    });
    expect(await list('li', '&query=13812345678')).toMatchObject([{ id: 'c-1', phone: '13812345678' }]);
    expect(await list('wang', `&query=${encodeURIComponent('张明')}`)).toMatchObject([
      { phone: '138****5678', email: 'z***@client.cn', masked: true },
    ]);
    expect(await list('wang', '&query=13812345678')).toEqual([]);
  });

  it('M21: the graph is the administrator’s', async () => {
    const graph = await memory.call('GET', '/v1/memory/graph?user_id=boss');
    expect(graph).toMatchObject({ status: 200, body: { truncated: false } });
    expect(JSON.stringify(graph.body)).toContain('department:sales');
    expect(JSON.stringify(graph.body)).not.toContain('13812345678');
    expect(codeOf(await memory.call('GET', '/v1/memory/graph?user_id=wang'))).toBe('403 role_missing undefined');
    expect((await memory.call('GET', '/v1/memory/graph')).body).toEqual(graph.body);
  });

  it('M33: an administrator places a user in a segment, which stands in the view of the user and takes none that is no name', async () => {
    const place = (segment: unknown) => memory.call('PUT', '/v1/memory/users/nobody-yet/segment', { segment });
    expect(await place('vip')).toEqual({
      status: 200,
      body: { user_id: 'nobody-yet', segment: 'vip', has_defaults: false },
    });
    expect((await memory.call('GET', '/v1/memory/users/nobody-yet')).body).toMatchObject({ segment: 'vip' });
    for (const wrong of ['', '*', 7, undefined]) expect(codeOf(await place(wrong))).toBe('400 invalid_request segment');
    expect((await place(null)).body).toMatchObject({ segment: null });
    expect((await memory.call('GET', '/v1/memory/users/nobody-yet')).body).not.toHaveProperty('segment');
  });

  it('forgets a contact when its owner asks, and nobody else’s', async () => {
    await keep('li', 'c-2', { name: '陈晨' });
    expect((await memory.call('DELETE', '/v1/memory/contacts/c-2?user_id=wang')).status).toBe(404);
    expect((await memory.call('DELETE', '/v1/memory/contacts/c-2?user_id=li')).status).toBe(204);
    expect(JSON.stringify(await list('li'))).not.toContain('陈晨');
  });

  it.each([
    [{ name: '' }, '400 invalid_request name'],
    [{ email: 'nobody' }, '400 invalid_request email'],
    [{ visibility: 'world' }, '400 invalid_request visibility'],
    [{ visibility: 'department' }, '400 invalid_request department'],
    [{ visibility: 'department', department: 'hq' }, '403 not_a_member department'],
    [{ nickname: 'x' }, '400 invalid_request nickname'],
    [{ name: 'a\u0000b' }, '400 invalid_text name'],
    [{ attributes: { note: 'x'.repeat(1_001) } }, '400 invalid_request attributes.note'],
  ])('refuses a contact %#', async (more, expected) => {
    expect(codeOf(await keep('li', 'c-9', more))).toBe(expected);
  });

  it.each([
    [{ memberships: [{ department: 'sales', role: 'king' }] }, '400 invalid_request memberships.0.role'],
    [{ memberships: [{ department: '*', role: 'admin' }] }, '400 invalid_request memberships.0.department'],
    [{}, '400 invalid_request memberships'],
    [
      { memberships: ['employee', 'admin'].map((role) => ({ department: 'sales', role })) },
      '400 invalid_request memberships',
    ],
  ])('refuses memberships %#', async (body, expected) => {
    expect(codeOf(await memory.call('PUT', '/v1/memory/members/x', body))).toBe(expected);
  });

  it.each(['limit=0', 'limit=-1', 'limit=100000', 'order=name'])('refuses to list by %s', async (query) => {
    expect((await memory.call('GET', `/v1/memory/contacts?user_id=li&${query}`)).status).toBe(400);
  });
});
