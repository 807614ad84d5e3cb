import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const MINUTE_MS = 60_000;

describe('stamps of what is said', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const observe = (user: string, text: string, now: number | string) =>
    memory.call('POST', '/v1/memory/observe', { user_id: user, session_id: `s-${user}`, role: 'user', text, now });
  const write = (user: string, timestamp: number) =>
    memory.call('POST', '/v1/memory/items', {
      ...{ user_id: user, kind: 'episode', content: 'ok', valid_until: 'until_superseded', timestamp },
      source: { id: 's', channel: 'chat', type: 'tool' },
    });
  const FUTURE = { status: 400, body: { error: { rule: 'not_in_future' } } };

  it('M4: what is said to come from the future is refused by name, and what a clock a little ahead has stamped is not', async () => {
    const now = Date.now();
    expect(await observe('ann', '你好', now + 4 * MINUTE_MS)).toMatchObject({ status: 200 });
    expect(await write('ann', now + 4 * MINUTE_MS)).toMatchObject({ status: 200 });
    for (const ahead of [now + 6 * MINUTE_MS, Date.UTC(2100, 0, 1), 8_640_000_000_000_000]) {
      expect(await observe('ann', '你好', ahead)).toMatchObject(FUTURE);
      expect(await observe('ann', '你好', new Date(ahead).toISOString())).toMatchObject({ status: 400 });
      expect(await write('ann', ahead)).toMatchObject({ status: 400 });
    }
  });

  it('M29: a question may be asked as of any time', async () => {
    const query = '我说了什么';
    for (const time of [{ now: Date.UTC(2100, 0, 1) }, { as_of: Date.UTC(2100, 0, 1) }])
      expect(await memory.call('POST', '/v1/memory/recall', { user_id: 'ann', query, ...time })).toMatchObject({
        status: 200,
      });
  });
});
