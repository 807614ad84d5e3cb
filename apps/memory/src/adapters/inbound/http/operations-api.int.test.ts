import { metricsText } from '@plinth/telemetry';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('what those who run memory see and do', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const observe = (user: string, text: string, session = `${user}-1`) =>
    memory.call('POST', '/v1/memory/observe', {
      ...{ user_id: user, session_id: session, role: 'user', text },
      now: new Date().toISOString(),
      time_zone: 'Asia/Shanghai',
    });
  const told = async (metric: string): Promise<number> => {
    const line = (await metricsText()).split('\n').find((one) => one.startsWith(`${metric} `));
    return Number(line?.split(' ')[1]);
  };
  const grown = async (metric: string, work: () => Promise<unknown>): Promise<number> => {
    const before = await told(metric);
    await work();
    return (await told(metric)) - before;
  };
  const item = (content: string) => ({
    ...{ user_id: 'ann', kind: 'episode', content, valid_until: 'until_superseded', timestamp: Date.now() - 1_000 },
    source: { id: 'note', channel: 'import', type: 'user' },
  });

  it.each(['confirm', 'refuse'])('M12: counts a candidate that the user answers by %s, once', async (answer) => {
    const { body } = await observe(`c-${answer}`, '我的邮箱是ann@example.com');
    const id = (body as { ask: { candidate_id: string } }).ask.candidate_id;
    const say = () => memory.call('POST', `/v1/memory/candidates/${id}/${answer}`, { user_id: `c-${answer}` });
    const metric = `plinth_memory_candidates_total{outcome="${answer === 'confirm' ? 'confirmed' : 'refused'}"}`;
    expect([await grown(metric, say), await grown(metric, say)]).toEqual([1, 0]);
  });

  it('counts items by what became of them, a repetition once', async () => {
    const write = () =>
      memory.call('POST', '/v1/memory/items', [item('望远镜放在阁楼里'), item('梯子在车库')], {
        'idempotency-key': 'w1',
      });
    const metric = 'plinth_memory_item_writes_total{outcome="active"}';
    expect([await grown(metric, write), await grown(metric, write)]).toEqual([2, 0]);
    const other = () => memory.call('POST', '/v1/memory/items', [item('别的')], { 'idempotency-key': 'w1' });
    expect(await grown('plinth_memory_item_writes_total{outcome="refused"}', other)).toBe(1);
  });

  it('M19: times each run of a job, and tells at zero of those that have not run', async () => {
    const run = async () =>
      expect(await memory.call('POST', '/v1/memory/jobs/decay/run', {})).toMatchObject({ status: 200 });
    expect(await grown('plinth_memory_job_seconds_count{job="decay",outcome="completed"}', run)).toBe(1);
    expect(await told('plinth_memory_job_failures_total{job="decay"}')).toBe(0);
    expect(await told('plinth_memory_job_last_success_timestamp_seconds{job="decay"}')).toBe(0);
  });

  it('ends a session that was led here alone: its state goes, what was kept stays; twice answers the same', async () => {
    await memory.call('POST', '/v1/memory/items', [item('自行车在地下室')]);
    await observe('ann', '我的邮箱是ann@example.com');
    const end = () => memory.call('DELETE', '/v1/memory/sessions/ann-1');
    const first = await end();
    expect(first.status).toBe(200);
    expect((first.body as { removed: number }).removed).toBeGreaterThan(1);
    expect(await end()).toEqual(first);
    expect(await memory.call('DELETE', '/v1/memory/sessions/nobodys')).toEqual({ status: 200, body: { removed: 0 } });
    const { body } = await memory.call('GET', '/v1/memory/users/ann');
    expect(JSON.stringify(body)).toContain('自行车在地下室');
    expect(body).toMatchObject({ candidates: [] });
    expect(await observe('ann', '还在吗')).toMatchObject({ status: 410, body: { error: { code: 'session_ended' } } });
  });
});
