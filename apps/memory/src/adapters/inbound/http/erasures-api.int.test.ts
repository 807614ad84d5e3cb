import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('DELETE /v1/memory/items/{id}', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const write = async (user: string, content: string) => {
    const { body } = await memory.call('POST', '/v1/memory/items', {
      user_id: user,
      kind: 'episode',
      content,
      source: { id: 'import-1', channel: 'import', type: 'user' },
      timestamp: '2024-05-20T02:00:00Z',
      valid_until: 'until_superseded',
    });
    return (body as { items: { id: string }[] }).items[0]!.id;
  };
  const recalled = async (user: string, query: string) =>
    JSON.stringify((await memory.call('POST', '/v1/memory/recall', { user_id: user, query })).body);

  it('M18: answers the receipt of an item with its layers and what a search found; afterwards no recall finds it, the others it does', async () => {
    const id = await write('ann', '昨天在城南书店买了一张老地图');
    await write('ann', '昨天在城南书店喝了一杯咖啡');
    expect(await recalled('ann', '城南书店的老地图')).toContain('老地图');
    expect(await memory.call('DELETE', `/v1/memory/items/${id}?user_id=ann`)).toMatchObject({
      status: 200,
      body: {
        item_id: id,
        user_id: 'ann',
        status: 'completed',
        layers: { rows: 1, index_entries: 1, embeddings: 1, caches: 0, summaries: 0 },
        refused: [],
        verified: { found: 0 },
      },
    });
    const after = await recalled('ann', '城南书店的老地图');
    expect([after.includes('老地图'), after.includes('咖啡')]).toEqual([false, true]);
  });

  it('refuses an item that is not there or another user’s, a request for nobody and fields that it does not know', async () => {
    const id = await write('bob', '上周去了海边');
    const codes = await Promise.all(
      [`${id}?user_id=ann`, 'none?user_id=bob', id, `${id}?user_id=bob&force=1`].map(async (path) => {
        const { status, body } = await memory.call('DELETE', `/v1/memory/items/${path}`);
        return [status, (body as { error: { code: string } }).error.code];
      }),
    );
    expect(codes).toEqual([
      [404, 'item_not_found'],
      [404, 'item_not_found'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
    expect(await recalled('bob', '海边')).toContain('海边');
  });
});
