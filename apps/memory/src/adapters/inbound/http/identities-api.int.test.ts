import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('/v1/identities', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const post = (path: string, body?: object) => memory.call('POST', path, body ?? {});
  const remember = (user: string, content: string) =>
    post('/v1/memory/items', {
      user_id: user,
      kind: 'preference',
      content,
      source: { id: `s-${user}`, channel: 'import', type: 'user' },
      timestamp: '2024-05-20T02:00:00Z',
      valid_until: 'until_superseded',
    });
  const recalled = async (user: string, query: string) => {
    const { body } = await post('/v1/memory/recall', { user_id: user, query });
    return (body as { items: { content: string }[] }).items.map(({ content }) => content);
  };

  it('M22: after a merge both ids mean one user, for reading and for writing; undoing it parts them again', async () => {
    await remember('ann-old', 'likes window seats');
    await remember('ann', 'drinks green tea');
    const merged = await post('/v1/identities/merge', { from: 'ann-old', into: 'ann' });
    expect(merged).toMatchObject({ status: 200, body: { merge_id: expect.any(String) } });
    expect(await recalled('ann', 'window seats')).toEqual(['likes window seats']);
    expect(await recalled('ann-old', 'green tea')).toEqual(['drinks green tea']);
    await remember('ann-old', 'travels by train');
    expect(await recalled('ann', 'travels train')).toEqual(['travels by train']);

    const { merge_id } = merged.body as { merge_id: string };
    expect(await post(`/v1/identities/merge/${merge_id}/undo`)).toMatchObject({ status: 200 });
    expect([await recalled('ann-old', 'window seats'), await recalled('ann', 'window seats')]).toEqual([
      ['likes window seats'],
      [],
    ]);
  });

  it('M22: a link that is another user’s is refused, and so is a device as an identity', async () => {
    const link = (user: string, externalId: string) =>
      post('/v1/identities/link', { user_id: user, channel: 'wechat', external_id: externalId });
    expect(await link('bob', 'openid-bob')).toMatchObject({ status: 200 });
    expect(await link('cat', 'openid-bob')).toMatchObject({ status: 409, body: { error: { code: 'link_taken' } } });
    expect(await link('cat', '00:1A:2B:3C:4D:5E')).toMatchObject({ status: 400 });
  });
});
