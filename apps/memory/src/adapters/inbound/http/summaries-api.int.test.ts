import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('POST /v1/memory/sessions/:id/summary', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const talk = async (user: string, texts: readonly (readonly [string, string])[]): Promise<void> => {
    for (const [role, text] of texts) {
      const heard = await memory.call('POST', '/v1/memory/observe', {
        ...{ user_id: user, session_id: `s-${user}`, role, text },
        ...{ now: '2024-05-20T02:00:00Z', time_zone: 'Asia/Shanghai' },
      });
      expect(heard).toMatchObject({ status: 200 });
    }
  };
  const summaryOf = (user: string, body: object = { time_zone: 'Asia/Shanghai' }) =>
    memory.call('POST', `/v1/memory/sessions/s-${user}/summary`, body);
  const check = (user: string, summary: string) =>
    memory.call('POST', `/v1/memory/sessions/s-${user}/summary/check`, { summary, time_zone: 'Asia/Shanghai' });

  it('M6, M12: a session comes to its facts, in order, with absolute dates and without courtesy or hedges', async () => {
    await talk('ann', [
      ['user', '你好'],
      ['user', '上周三我去了杭州'],
      ['assistant', '已为您取消订单A1001。'],
      ['user', '他大概下周到上海'],
      ['user', '谢谢'],
    ]);
    expect((await summaryOf('ann')).body).toMatchObject({
      session_id: 's-ann',
      rounds: 4,
      written_by: 'extract',
      summaries: [{ text: '2024-05-15我去了杭州。→已为您取消订单A1001。' }],
      lost: [],
    });
  });

  it('M35: a summary with an invented entity, number, date or action is found out', async () => {
    await talk('bob', [['user', 'Please refund order A1001 of $300, I met Laura last Wednesday']]);
    expect((await check('bob', 'Refund of order A1001, $300. Met Laura on 2024-05-15.')).body).toEqual({
      faithful: true,
      faults: [],
    });
    for (const [summary, kind] of [
      ['Refund of order A1002', 'entity'],
      ['Refund of $500', 'number'],
      ['Met Laura on 2024-05-16', 'date'],
      ['Order A1001 was cancelled', 'action'],
    ] as const)
      expect((await check('bob', summary)).body).toMatchObject({ faithful: false, faults: [{ kind }] });
  });

  it('answers an unknown session and a bad body by name', async () => {
    expect(await summaryOf('nobody')).toMatchObject({ status: 404, body: { error: { code: 'session_not_found' } } });
    expect(await summaryOf('bob', { time_zone: 'Mars/Base' })).toMatchObject({ status: 400 });
    expect(await summaryOf('bob', { sentences: 3 })).toMatchObject({ status: 400 });
    expect(await check('bob', '')).toMatchObject({ status: 400 });
  });
});
