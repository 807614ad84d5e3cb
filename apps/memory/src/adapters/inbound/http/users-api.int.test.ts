import { until } from '@plinth/testing';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const DAY = 86_400_000;

/** What is written before and after it has different times. */
function nextInstant(): Promise<boolean> {
  const now = Date.now();
  return until('the clock goes on', 1_000, () => Date.now() > now);
}

interface View {
  readonly profile: readonly Record<string, unknown>[];
  readonly items: readonly { content: string; hits: number; id: string }[];
  readonly changes: readonly object[];
  readonly next: Readonly<Record<string, string>>;
}

describe('GET /v1/memory/users/{id}', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const look = (user: string, asked: Readonly<Record<string, string>> = {}) =>
    memory.call('GET', `/v1/memory/users/${user}?${new URLSearchParams(asked).toString()}`);
  const view = async (user: string, asked: Readonly<Record<string, string>> = {}) =>
    (await look(user, asked)).body as View;
  const write = (user: string, items: readonly object[]) =>
    memory.call(
      'POST',
      '/v1/memory/items',
      items.map((item) => ({
        ...{ user_id: user, kind: 'episode', valid_until: 'until_superseded', timestamp: Date.now() - DAY },
        source: { id: 'note', channel: 'import', type: 'user' },
        ...item,
      })),
    );
  const verified = { kind: 'fact', source: { id: 'crm', channel: 'crm', type: 'system' } };
  const observe = (user: string, session: string, text: string) =>
    memory.call('POST', '/v1/memory/observe', {
      ...{ user_id: user, session_id: session, role: 'user', text },
      now: new Date().toISOString(),
      time_zone: 'Asia/Shanghai',
    });

  it('M28: shows each layer of a user: sessions, profile with source and confidence, contacts, candidates, items, changes', async () => {
    await observe('ann', 'ann-1', '我的邮箱是ann@example.com');
    await write('ann', [{ ...verified, attributes: { city: '杭州' } }, { content: '望远镜放在阁楼里' }]);
    await memory.call('PUT', '/v1/memory/contacts/c-1', { user_id: 'ann', name: '张明', phone: '13812345678' });
    const { status, body } = await look('ann');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: 'ann',
      mode: { in_force: 'confirm', chosen: null },
      sessions: [{ session_id: 'ann-1', facts: { email: 'ann@example.com' } }],
      profile: [{ key: 'city', value: '杭州', status: 'active', source: { type: 'system', id: 'crm' }, hits: 0 }],
      contacts: [{ id: 'c-1', name: '张明', phone: '13812345678' }],
      candidates: [{ key: 'email', value: 'ann@example.com', status: 'candidate' }],
      changes: [{ key: 'city', old_value: null, new_value: '杭州' }],
      links: [],
      feedback: [],
      pending_embeddings: { count: 0 },
      next: {},
    });
    expect((body as { item_counts: object[] }).item_counts).toContainEqual({
      ...{ kind: 'episode', layer: 'episodic', status: 'active', count: 1 },
    });
    expect((body as View).items.map(({ content }) => content)).toContain('望远镜放在阁楼里');
  });

  it('M15, M28: shows what the user has shown without stating it, by session', async () => {
    await observe('sue', 'sue-1', '说重点');
    await observe('sue', 'sue-1', '长话短说');
    const { body } = await look('sue', { list: 'signals' });
    expect((body as { signals: object[] }).signals).toEqual([
      {
        key: 'reply_length',
        value: 'brief',
        session_id: 'sue-1',
        count: 2,
        last_seen_at: expect.any(String) as string,
      },
    ]);
    const { body: whole } = await look('sue');
    expect((whole as { signals: object[] }).signals).toHaveLength(1);
  });

  it('M28: simulates a recall with the scores of each item and why it was kept or dropped, and counts no hit', async () => {
    await write('bob', [{ content: '望远镜放在阁楼里' }, { content: '望远镜放在阁楼里。' }]);
    const { recall, items } = (await look('bob', { query: '望远镜放在哪里了' })).body as View & { recall: object };
    expect(recall).toMatchObject({
      answered_by: 'semantic',
      items: [
        { kept: true, reason: expect.stringContaining('keyword #') as string, scores: { similarity: 1 } },
        { kept: false, reason: expect.stringMatching(/^near_duplicate of /) as string },
      ],
    });
    expect(items.map(({ hits }) => hits)).toEqual([0, 0]);
    expect((await view('bob')).items.map(({ hits }) => hits)).toEqual([0, 0]);
  });

  it('M28: lists are bounded, and their cursors reach each row once', async () => {
    await write(
      'cat',
      Array.from({ length: 7 }, (_, i) => ({ content: `第${i}条笔记` })),
    );
    const seen: string[] = [];
    let { items, next } = await view('cat', { limit: '3' });
    seen.push(...items.map(({ id }) => id));
    while (next.items !== undefined) {
      ({ items, next } = await view('cat', { limit: '3', list: 'items', cursor: next.items }));
      expect(items.length).toBeLessThanOrEqual(3);
      seen.push(...items.map(({ id }) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  it('M21: who is not the owner reads it masked, and salaries nobody does', async () => {
    await write('dan', [
      { ...verified, attributes: { email: 'dan@example.com', salary: '80000' } },
      { content: '我的手机是13812345678' },
    ]);
    await memory.call('PUT', '/v1/memory/contacts/c-2', { user_id: 'dan', name: '李雷', phone: '13987654321' });
    const own = await look('dan', { query: '我的邮箱是什么' });
    expect(JSON.stringify(own.body)).toContain('dan@example.com');
    expect(JSON.stringify(own.body)).toContain('13987654321');
    expect((own.body as View).profile).toContainEqual(expect.objectContaining({ key: 'salary', value: '***' }));
    const masked = JSON.stringify((await look('dan', { viewer_id: 'boss', query: '我的邮箱是什么' })).body);
    for (const secret of ['dan@example.com', '13812345678', '13987654321', '80000', '李雷'])
      expect([secret, masked.includes(secret)]).toEqual([secret, false]);
    expect(masked).toContain('138****5678');
  });

  it('M21: of pay nobody reads how much, whatever the route and the words', async () => {
    await write('gil', [{ content: '王莉的月薪是31000元，她在采购部' }, { content: 'Wang Li earns $85,000 a year' }]);
    const said = { user_id: 'gil', session_id: 's-gil', role: 'user', now: Date.now() };
    await memory.call('POST', '/v1/memory/observe', { ...said, text: '我的月薪是25000元' });
    await memory.call('PUT', '/v1/memory/contacts/c-3', {
      user_id: 'gil',
      name: '王莉',
      attributes: { 月入: '3万', 年包: '42万', note: '他的月薪是三万元' },
    });
    const recall = (query: string) =>
      memory.call('POST', '/v1/memory/recall', { user_id: 'gil', query, session_id: 's-gil', explain: true });
    const answers = await Promise.all([
      look('gil', { query: '王莉的月薪是多少' }),
      look('gil', { viewer_id: 'boss', query: '王莉的月薪是多少' }),
      memory.call('GET', '/v1/memory/sessions/s-gil'),
      memory.call('GET', '/v1/memory/contacts?user_id=gil'),
      recall('王莉的月薪是多少'),
      recall('我的月薪是多少'),
      recall('how much does Wang Li earn'),
    ]);
    for (const { body } of answers) {
      const shown = JSON.stringify(body);
      for (const pay of ['31000', '85,000', '25000', '3万', '42万', '三万'])
        expect([pay, shown.includes(pay)]).toEqual([pay, false]);
    }
    expect(JSON.stringify(answers[4]?.body)).toContain('王莉的月薪是***，她在采购部');
  });

  it('M15, M21: what was inferred of a user nobody else reads', async () => {
    const source = { id: 'habits', channel: 'chat', type: 'inference' };
    await write('hal', [{ kind: 'preference', key: 'reply_format', content: '表格', source }]);
    expect(JSON.stringify((await look('hal')).body)).toContain('表格');
    expect(JSON.stringify((await look('hal', { viewer_id: 'boss' })).body)).not.toContain('表格');
  });

  it('M29: as of an instant before a correction shows and recalls what was believed then', async () => {
    await write('eve', [{ ...verified, attributes: { email: 'old@example.com' }, timestamp: Date.now() - 2 * DAY }]);
    await nextInstant();
    const between = String(Date.now());
    await nextInstant();
    await write('eve', [{ ...verified, attributes: { email: 'new@example.com' } }]);
    const asked = { query: '我的邮箱是什么' };
    expect(await view('eve', asked)).toMatchObject({
      profile: [{ value: 'new@example.com' }],
      recall: { answer: { value: 'new@example.com' } },
    });
    const then = await view('eve', { ...asked, as_of: between });
    expect(then).toMatchObject({
      profile: [{ value: 'old@example.com', status: 'deprecated' }],
      recall: { answer: { value: 'old@example.com' } },
    });
    expect(then.changes).toHaveLength(1);
    expect(await view('eve', { as_of: '2020-01-01T00:00:00Z' })).toMatchObject({ profile: [], items: [], changes: [] });
  });

  it('answers what is not of the user, or was never said, with empty lists', async () => {
    await write('fay', [{ content: '望远镜是秘密' }]);
    for (const user of ['nobody', '%', "fay' OR '1'='1"])
      expect((await look(encodeURIComponent(user))).body).toMatchObject({ profile: [], items: [], item_counts: [] });
  });

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ verbose: '1' }, '400 invalid_request verbose'],
    [{ limit: '0' }, '400 invalid_request limit'],
    [{ limit: '501' }, '400 invalid_request limit'],
    [{ as_of: 'yesterday' }, '400 invalid_request as_of'],
    [{ list: 'secrets' }, '400 invalid_request list'],
    [{ cursor: 'bm9uZQ', list: 'items' }, '400 invalid_request cursor'],
    [{ cursor: Buffer.from('["items",1,"a"]').toString('base64url') }, '400 invalid_request cursor'],
    [{ session_id: 'of-somebody-else' }, '404 session_not_found session_id'],
    [{ query: '' }, '400 invalid_request query'],
    [{ time_zone: 'Mars/Olympus' }, '400 invalid_request time_zone'],
  ])('refuses %j', async (asked, expected) => {
    const { status, body } = await look('gus', asked);
    const { error } = body as { error?: { code: string; field?: string } };
    expect(`${status} ${error?.code} ${error?.field}`).toBe(expected);
  });

  it('refuses an id that is too long', async () => {
    expect((await look('x'.repeat(129))).status).toBe(400);
  });
});
