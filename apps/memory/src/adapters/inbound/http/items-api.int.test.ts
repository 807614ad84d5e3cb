import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const FROM_USER = { id: 'import-1', channel: 'import', type: 'user' };

describe('POST /v1/memory/items', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const post = (body: unknown, headers?: Record<string, string>) =>
    memory.call('POST', '/v1/memory/items', body, headers);
  const episode = (user: string, content: string, more: object = {}) => ({
    user_id: user,
    kind: 'episode',
    content,
    source: FROM_USER,
    timestamp: '2024-05-20T02:00:00Z',
    valid_until: 'until_superseded',
    ...more,
  });
  const fact = (user: string, attributes: object, more: object = {}) => ({
    ...episode(user, ''),
    content: undefined,
    kind: 'fact',
    attributes,
    ...more,
  });

  it('M1, M12: attributes that a user declared wait for the confirmation, each by itself', async () => {
    const { status, body } = await post(fact('ann', { location: '上海浦东新区', payment_method: '支付宝' }));
    expect([status, body]).toEqual([
      200,
      {
        items: [
          { id: expect.any(String), kind: 'candidate', key: 'location', status: 'candidate' },
          { id: expect.any(String), kind: 'candidate', key: 'payment_method', status: 'candidate' },
        ],
      },
    ]);
    expect((await memory.call('GET', '/v1/memory/users/ann')).body).toMatchObject({ profile: [] });
  });

  it('M12: what the system has verified is in the profile at once, and a newer value deprecates it', async () => {
    const system = { source: { ...FROM_USER, type: 'system' } };
    await post(fact('bob', { email: 'bob@old.example' }, system));
    await post(fact('bob', { email: 'bob@new.example' }, { ...system, timestamp: '2024-05-21T02:00:00Z' }));
    expect((await memory.call('GET', '/v1/memory/users/bob')).body).toMatchObject({
      profile: [{ key: 'email', value: 'bob@new.example' }],
      changes: [{ old_value: 'bob@old.example', new_value: 'bob@new.example' }, { new_value: 'bob@old.example' }],
    });
  });

  it('M25: a fact, preference or constraint from a tool, a document or an inference is stored to be quoted, never as one', async () => {
    for (const type of ['tool', 'document', 'inference'])
      for (const kind of ['fact', 'preference', 'constraint']) {
        const { body } = await post(
          episode('cat', `the user is an administrator (${type} ${kind})`, {
            kind,
            key: 'role',
            source: { ...FROM_USER, type },
          }),
        );
        expect(body).toMatchObject({
          items: [
            { kind: 'episode', status: 'reference', reason: expect.stringContaining(`from \`${type}\``) as string },
          ],
        });
      }
    expect((await memory.call('GET', '/v1/memory/users/cat')).body).toMatchObject({ profile: [] });
  });

  it('M25: a constraint that only a system may set is kept as what the user has said, and the answer says why', async () => {
    const { body } = await post({ ...episode('cid', '退款不得超过一百元'), kind: 'constraint' });
    expect(body).toMatchObject({
      items: [
        {
          ...{ kind: 'episode', status: 'active' },
          reason: 'Only `system` may state a constraint; from `user` it is kept as an episode.',
        },
      ],
    });
    const { body: plain } = await post(episode('cid', '退款不得超过两百元'));
    expect((plain as { items: object[] }).items[0]).not.toHaveProperty('reason');
  });

  it('M7: the same content again is one row, re-stated, however many requests write it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ ...episode('dan', '喜欢靠窗的座位'), kind: 'preference' })),
    );
    const ids = answers.map(({ body }) => (body as { items: { id: string }[] }).items[0]?.id);
    expect(new Set(ids).size).toBe(1);
    const rows = await memory.database.query('SELECT restated FROM memory_items WHERE user_id = $1', ['dan'], {
      tenant: 'default',
      user: 'dan',
    });
    expect(rows).toEqual([{ restated: 8 }]);
  });

  it('M17: conflicting values that are written at once leave one current value', async () => {
    const values = Array.from({ length: 8 }, (_, i) => `0${i}@example.com`);
    await Promise.all(
      values.map((email, i) =>
        post(fact('eve', { email }, { source: { ...FROM_USER, type: 'system' }, timestamp: 1_716_000_000_000 + i })),
      ),
    );
    expect((await memory.call('GET', '/v1/memory/users/eve')).body).toMatchObject({
      profile: [{ key: 'email', value: '07@example.com' }],
    });
  });

  it('T3: the same idempotency key writes once and answers the same; with other items it is refused', async () => {
    const key = { 'idempotency-key': 'import-7' };
    const first = await post([episode('fay', 'one'), episode('fay', 'two')], key);
    expect(await post([episode('fay', 'one'), episode('fay', 'two')], key)).toEqual(first);
    expect(await post([episode('fay', 'three')], key)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  });

  const storedOf = async (user: string) =>
    memory.database.query('SELECT content FROM memory_items WHERE user_id = $1', [user], { tenant: 'default', user });

  it('T3: of items of several users none is stored when the key of one of them is refused', async () => {
    await post([episode('una', 'one')], { 'idempotency-key': 'import-8' });
    const both = [episode('tom', 'two'), episode('una', 'three')];
    expect(await post(both, { 'idempotency-key': 'import-8' })).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
    expect([await storedOf('tom'), await storedOf('una')]).toEqual([[], [{ content: 'one' }]]);
  });

  it('M18: of items of several users none is stored when one of them was erased since', async () => {
    await post(episode('vic', 'gone'));
    await memory.call('DELETE', '/v1/memory/users/vic');
    expect(await post([episode('wim', 'first'), episode('vic', 'second')])).toMatchObject({
      status: 410,
      body: { error: { code: 'user_erased' } },
    });
    expect(await storedOf('wim')).toEqual([]);
  });

  it('answers the items of several users in the order in which they came', async () => {
    const { body } = await post([
      episode('xia', 'a'),
      fact('yan', { city: '上海', food: '面' }),
      episode('xia', 'b', { kind: 'preference' }),
    ]);
    expect((body as { items: { kind: string; key?: string }[] }).items.map(({ kind, key }) => key ?? kind)).toEqual([
      'episode',
      'city',
      'food',
      'preference',
    ]);
  });

  it('M7: a sensor’s word holds for 72 hours, whatever it says of itself', async () => {
    await post(episode('gus', 'temperature 81 °C', { source: { id: 's-1', channel: 'sensor', type: 'tool' } }));
    const rows = await memory.database.query('SELECT valid_until_ms FROM memory_items', [], {
      tenant: 'default',
      user: 'gus',
    });
    expect(rows).toEqual([{ valid_until_ms: Date.UTC(2024, 4, 23, 2) }]);
  });

  it.each([
    ['no source id', { source: { channel: 'c', type: 'user' } }, 'source.id'],
    ['no timestamp', { timestamp: undefined }, 'timestamp'],
    ['no validity', { valid_until: undefined }, 'valid_until'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an unknown kind', { kind: 'rumour' }, 'kind'],
    ['neither content nor attributes', { content: undefined }, ''],
    ['U+0000', { content: 'a\u0000b' }, 'content'],
    ['half a surrogate pair', { content: 'a\ud800b' }, 'content'],
    ['a content of 9,000 characters', { content: 'x'.repeat(9_000) }, 'items.0.content'],
    ['seconds in place of milliseconds', { timestamp: 1_796_068_794 }, 'milliseconds'],
    ['an end before its time', { valid_until: '2024-05-20T01:00:00Z' }, 'items.0.valid_until'],
    [
      'an end before its start',
      { valid_from: '2024-05-22T00:00:00Z', valid_until: '2024-05-21' },
      'items.0.valid_until',
    ],
    ['an end that is none', { valid_until: 'soon' }, 'until_superseded; or must be a date'],
    ['an empty user', { user_id: '' }, 'user_id'],
    ['a user id of 10 kB', { user_id: 'u'.repeat(10_000) }, 'user_id'],
  ])('M7: an item with %s is refused by name and nothing is stored', async (_what, more, field) => {
    const { status, body } = await post(episode('hal', 'a text', more));
    expect([status, body]).toMatchObject([400, { error: { retryable: false } }]);
    if (field !== '') expect(JSON.stringify(body)).toContain(field);
    expect(await memory.database.query('SELECT id FROM memory_items', [], { tenant: 'default', user: 'hal' })).toEqual(
      [],
    );
  });

  it('M1: an item may end with a day, and holds until its end', async () => {
    await post(episode('zoe', 'a ticket', { valid_until: '2026-12-31' }));
    const rows = await memory.database.query('SELECT valid_until_ms FROM memory_items', [], {
      tenant: 'default',
      user: 'zoe',
    });
    expect(rows).toEqual([{ valid_until_ms: Date.UTC(2027, 0, 1) }]);
  });

  it('names a fault alike whether one item comes or a list', async () => {
    const wrong = episode('abe', '', { kind: 'rumour' });
    const [one, list] = [await post(wrong), await post([wrong])];
    expect(one).toMatchObject({ status: 400, body: { error: { field: 'items.0.kind' } } });
    expect(list).toMatchObject({ status: 400, body: { error: { field: 'items.0.kind' } } });
  });

  it('names the header when an idempotency key is none', async () => {
    expect(await post(episode('abe', 'x'), { 'idempotency-key': 'two words' })).toMatchObject({
      status: 400,
      body: { error: { field: 'Idempotency-Key', message: expect.stringContaining('Idempotency-Key') as string } },
    });
  });

  it('takes the thousand Chinese items that it promises, and says how long a body may be', async () => {
    const long = '张伟说他每周三下午在图书馆学习日语并且打算明年春天去京都旅行。'.repeat(3);
    const items = Array.from({ length: 1_000 }, (_, i) => episode('bea', `${i} ${long}`));
    const { status, body } = await post(items);
    expect([status, (body as { items: unknown[] }).items.length]).toEqual([200, 1_000]);
    expect(await post([...items, ...items])).toMatchObject({ status: 400, body: { error: { field: 'items' } } });
    const tooLong = Array.from({ length: 90 }, () => episode('bea', 'x'.repeat(100_000)));
    expect(await post(tooLong)).toMatchObject({
      status: 413,
      body: { error: { code: 'body_too_large', message: expect.stringContaining('8388608 bytes') as string } },
    });
  }, 120_000);

  it.each(['*', '%', '_', '.*', '$1'])('M20: a user called %s is a user and no pattern', async (name) => {
    await post(episode(name, `only for ${name}`));
    const { body } = await memory.call('POST', '/v1/memory/recall', { user_id: name, query: `only for ${name}` });
    expect((body as { items: { content: string }[] }).items.map(({ content }) => content)).toEqual([
      `only for ${name}`,
    ]);
  });
});
