import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = '2024-05-20T02:00:00Z';

describe('POST /v1/memory/anchors', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const post = (body: object) =>
    memory.call('POST', '/v1/memory/anchors', { now: NOW, time_zone: 'Asia/Shanghai', ...body });
  const knows = (user: string, name: string, nickname: string, more: { status?: string; visibility?: string } = {}) =>
    memory.database.transaction(
      (tx) =>
        tx.query(
          `INSERT INTO contacts (tenant, id, user_id, name, nicknames, source_id, source_type, confidence, status, visibility, created_at_ms, updated_at_ms)
           VALUES ('default', $1, $2, $3, ARRAY[$4], 's', 'user', 1, $5, $6, 0, 0)`,
          [`${user}-${name}`, user, name, nickname, more.status ?? 'active', more.visibility ?? 'private'],
        ),
      { tenant: 'default', user, curator: more.visibility !== undefined },
    );

  it('M11: answers what a text names, with places in the text', async () => {
    const { status, body } = await post({ text: '上周三下的单，退我300元，发到上海市浦东新区博云路2号' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      anchors: [
        { kind: 'date', value: '2024-05-15', start: 0, end: 3 },
        { kind: 'amount', value: '300', unit: 'CNY' },
        { kind: 'address', address: { province: '上海市', county: '浦东新区', detail: '博云路2号' } },
      ],
    });
  });

  it('M11: answers every time that a text names, in UTC and in the calendar of who said it', async () => {
    const { body } = await post({ text: '明天下午3点到5点开会，用了两个小时，4月27日之前' });
    expect(body).toMatchObject({
      times: [
        {
          text: '明天下午3点到5点',
          start: 0,
          kind: 'range',
          value: '2024-05-21T15:00/2024-05-21T17:00',
          from: '2024-05-21T07:00:00.000Z',
          until: '2024-05-21T09:00:00.000Z',
          year_given: true,
        },
        { kind: 'span', value: 'PT2H', span: { hours: 2 }, day_given: false },
        {
          text: '4月27日之前',
          relation: 'before',
          value: '2024-04-27',
          until: '2024-04-26T16:00:00.000Z',
          year_given: false,
        },
      ],
    });
  });

  it("M11: resolves people by the asking user's active contacts and those shared with him, and by nobody else's", async () => {
    await memory.database.query(
      `INSERT INTO members (tenant, user_id, department, role, joined_at_ms) VALUES ('default', 'ann', 'service', 'employee', 0)`,
      [],
      { tenant: 'default', curator: true },
    );
    await knows('ann', '王莉', '王姐');
    await knows('bob', '王芳', '王姐', { visibility: 'private' });
    await knows('bob', '周海波', '海哥', { visibility: 'org' });
    await knows('ann', '王静', '静静', { status: 'deprecated' });
    const named = async (text: string, user_id?: string) => {
      const { body } = await post({ text, ...(user_id === undefined ? {} : { user_id }) });
      return (body as { anchors: { kind: string; value: string }[] }).anchors.flatMap(({ kind, value }) =>
        kind === 'person' ? [value] : [],
      );
    };
    expect(await named('发给王姐', 'ann')).toEqual(['王莉']);
    expect(await named('发给王姐', 'bob')).toEqual(['王芳']);
    expect(await named('海哥在吗', 'ann')).toEqual(['周海波']);
    expect(await named('静静在吗', 'ann')).toEqual([]);
    expect(await named('发给王姐')).toEqual(['王姐']);
  });

  it.each<[string, object, string]>([
    ['an unknown field', { text: 'x', when: 1 }, 'when'],
    ['an empty text', { text: '' }, 'text'],
    ['a longer text than 32,768 characters', { text: '一'.repeat(32_769) }, 'text'],
    ['a time without an offset', { text: 'x', now: '2024-05-20' }, 'now'],
    ['a time zone that nobody knows', { text: 'x', time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['an empty user', { text: 'x', user_id: '' }, 'user_id'],
  ])('refuses %s, naming the field', async (_what, body, field) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { field } });
  });
});
