import { until } from '@plinth/testing';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const NOW = '2024-05-20T02:00:00Z';

describe('POST /v1/memory/recall', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const recall = (body: object) =>
    memory.call('POST', '/v1/memory/recall', { now: NOW, time_zone: 'Asia/Shanghai', ...body });
  const store = (user: string, contents: readonly string[], more: object = {}) =>
    memory.call(
      'POST',
      '/v1/memory/items',
      contents.map((content, i) => ({
        user_id: user,
        kind: 'episode',
        content,
        source: { id: `note-${i}`, channel: 'import', type: 'user' },
        timestamp: Date.parse('2024-05-19T02:00:00Z') + i * 60_000,
        valid_until: 'until_superseded',
        ...more,
      })),
    );
  const observe = (user: string, session: string, text: string, now = NOW) =>
    memory.call('POST', '/v1/memory/observe', {
      user_id: user,
      session_id: session,
      role: 'user',
      text,
      now,
      time_zone: 'Asia/Shanghai',
    });

  it('M6, M28: answers each item with the rank and raw score of every arm, and why it was kept; what was dropped only when asked', async () => {
    await store('ann', ['望远镜放在阁楼里', '望远镜放在阁楼里。', '今天的面条很好吃']);
    const { status, body } = await recall({ user_id: 'ann', query: '望远镜放在哪里了' });
    expect([status, body]).toEqual([
      200,
      {
        answered_by: 'semantic',
        items: [
          expect.objectContaining({
            id: expect.any(String) as string,
            kind: 'episode',
            content: expect.stringContaining('望远镜') as string,
            kept: true,
            reason: expect.stringMatching(/^keyword #[12], vector #[12]/) as string,
            scores: expect.objectContaining({
              arms: expect.objectContaining({
                keyword: { rank: expect.any(Number) as number, score: expect.any(Number) as number },
              }) as object,
              similarity: 1,
            }) as object,
          }),
        ],
        took_ms: expect.any(Number) as number,
      },
    ]);
    const explained = await recall({ user_id: 'ann', query: '望远镜放在哪里了', explain: true });
    expect(explained.body).toMatchObject({
      items: [
        { kept: true },
        { kept: false, reason: expect.stringMatching(/^near_duplicate of /) as string },
        { kept: false, reason: 'below_floor' },
      ],
    });
  });

  const hitsOf = async (user: string) => {
    const rows = await memory.database.query<{ hits: number; decay: number }>(
      'SELECT hits, decay_factor AS decay FROM memory_items ORDER BY observed_at_ms',
      [],
      { tenant: 'default', user },
    );
    return rows.map(({ hits, decay }) => [hits, Math.round(decay * 10_000) / 10_000]);
  };

  it('M16: what is recalled counts as used, once each time and no other item; what is only looked at does not', async () => {
    await store('use', ['望远镜放在阁楼里', '今天的面条很好吃']);
    const asked = { user_id: 'use', query: '望远镜放在哪里了' };
    await recall({ ...asked, record_use: false });
    await memory.call('GET', `/v1/memory/users/use?query=${encodeURIComponent(asked.query)}`);
    await recall({ ...asked, as_of: NOW });
    await recall(asked);
    await recall(asked);
    await until('both uses', 10_000, async () => (await hitsOf('use'))[0]?.[0] === 2);
    expect(await hitsOf('use')).toEqual([
      [2, 0.9025],
      [0, 1],
    ]);
  });

  it('M20: refuses the session of another user, and takes one that is not known yet', async () => {
    await observe('sam', 's-sam', '你好');
    expect(await recall({ user_id: 'tim', session_id: 's-sam', query: 'x' })).toMatchObject({
      status: 404,
      body: { error: { code: 'session_not_found', field: 'session_id' } },
    });
    expect(await recall({ user_id: 'tim', session_id: 's-new', query: 'x' })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ language: 'xx' }, 'language'],
    [{ doc_type: 'No Type' }, 'doc_type'],
    [{ as_of: 1_716_000_000 }, 'as_of'],
  ])('refuses a filter that can find nothing: %j', async (more, field) => {
    expect(await recall({ user_id: 'ann', query: 'x', ...more })).toMatchObject({
      status: 400,
      body: { error: { field } },
    });
  });

  it('M9: stops at the session, then at the profile, and says which step has answered', async () => {
    await memory.call('POST', '/v1/memory/items', {
      user_id: 'bob',
      kind: 'fact',
      attributes: { email: 'bob@example.com' },
      source: { id: 'crm', channel: 'crm', type: 'system' },
      timestamp: '2024-05-18T02:00:00Z',
      valid_until: 'until_superseded',
    });
    const asked = (more: object = {}) => recall({ user_id: 'bob', query: '我的邮箱是什么', ...more });
    expect((await asked()).body).toMatchObject({
      answered_by: 'profile',
      items: [{ content: 'bob@example.com', kept: true }],
    });
    await observe('bob', 's-bob', '我的邮箱是new@example.com');
    expect((await asked({ session_id: 's-bob' })).body).toMatchObject({
      answered_by: 'session',
      items: [{ content: 'new@example.com', score: 2 }],
    });
    expect((await recall({ user_id: 'bob', query: '我的生日是哪天' })).body).toMatchObject({
      answered_by: 'none',
      items: [],
    });
  });

  it('M9: a wish in a dialogue is not answered by what it brings to mind, which is given all the same', async () => {
    await store('amy', ['想找一家安静的茶馆看书']);
    const wish = { user_id: 'amy', query: '帮我找一家安静的茶馆', session_id: 's-amy' };
    await observe('amy', 's-amy', wish.query);
    expect((await recall(wish)).body).toMatchObject({ answered_by: 'none', items: [{ kept: true }] });
    expect((await recall({ ...wish, query: '我以前想找什么样的茶馆？' })).body).toMatchObject({
      answered_by: 'semantic',
      items: [{ kept: true }],
    });
  });

  it('M17: what was established elsewhere after the session had spoken of it counts before the session’s own unconfirmed value', async () => {
    await observe('cat', 's-cat', '我的邮箱是early@example.com', '2024-05-20T01:00:00Z');
    await memory.call('POST', '/v1/memory/items', {
      user_id: 'cat',
      kind: 'fact',
      attributes: { email: 'later@example.com' },
      source: { id: 'crm', channel: 'crm', type: 'system' },
      timestamp: Date.now() + 60_000,
      valid_until: 'until_superseded',
    });
    const { body } = await recall({ user_id: 'cat', session_id: 's-cat', query: '我的邮箱是什么' });
    expect(body).toMatchObject({ answered_by: 'profile', items: [{ content: 'later@example.com' }] });
  });

  it('M8: below the floor nothing is answered, however many are wanted', async () => {
    await store('dan', ['在路上吃了一碗面', '窗外下着雨']);
    expect((await recall({ user_id: 'dan', query: '量子计算的进展', top_k: 50 })).body).toMatchObject({
      answered_by: 'none',
      items: [],
    });
  });

  it.each([
    [{ top_k: 0 }, 'top_k'],
    [{ top_k: -1 }, 'top_k'],
    [{ top_k: 1e9 }, 'top_k'],
    [{ top_k: 1.5 }, 'top_k'],
    [{ query: '' }, 'query'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ as_of: 'yesterday' }, 'as_of'],
    [{ filter: { user_id: '*' } }, 'filter'],
  ])('refuses %j by the name of the field', async (fault, field) => {
    const { status, body } = await recall({ user_id: 'eve', query: 'x', ...fault });
    expect([status, body]).toMatchObject([400, { error: { field } }]);
  });

  it('refuses a question that is too long to be one, by the name of the field', async () => {
    const { status, body } = await recall({ user_id: 'eve', query: 'x'.repeat(2_001) });
    expect([status, body]).toMatchObject([400, { error: { field: 'query' } }]);
  });

  it('M20: ids that look like patterns widen nothing', async () => {
    await store('fay', ['望远镜是秘密']);
    for (const user of ['*', '%', '_', 'fa_', "fay' OR '1'='1"])
      expect((await recall({ user_id: user, query: '望远镜' })).body).toMatchObject({ items: [] });
  });

  it('M27: an agent’s own space, M29: and what was known as of an instant', async () => {
    await store('gus', ['望远镜的观测笔记'], { space: 'astronomer' });
    expect((await recall({ user_id: 'gus', query: '望远镜' })).body).toMatchObject({ items: [] });
    expect((await recall({ user_id: 'gus', query: '望远镜', space: 'astronomer' })).body).toMatchObject({
      items: [{ kept: true }],
    });
    const before = await recall({
      user_id: 'gus',
      query: '望远镜',
      space: 'astronomer',
      as_of: '2024-05-19T12:00:00Z',
    });
    expect(before.body).toMatchObject({ items: [] });
  });
});
