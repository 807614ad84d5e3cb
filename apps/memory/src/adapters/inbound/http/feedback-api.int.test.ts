import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

describe('feedback, samples and jobs over HTTP', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp();
  }, 120_000);
  afterAll(() => memory.close());

  const write = async (user: string, content: string, more: object = {}): Promise<string> => {
    const { body } = await memory.call('POST', '/v1/memory/items', {
      user_id: user,
      kind: 'episode',
      content,
      source: { id: 's', channel: 'import', type: 'user' },
      timestamp: '2024-05-20T02:00:00Z',
      valid_until: 'until_superseded',
      ...more,
    });
    return (body as { items: { id: string }[] }).items[0]!.id;
  };
  const feedback = (user: string, item: string, turn: string, useful: boolean) =>
    memory.call('POST', '/v1/memory/feedback', { user_id: user, item_id: item, turn_id: turn, useful });
  const life = (user: string) =>
    memory.database.query('SELECT decay_factor, useless_streak, status, hits FROM memory_items', [], {
      tenant: 'default',
      user,
    });

  it('M16, M23: feedback counts once for each item and turn; two “not useful” in a row leave nothing', async () => {
    const item = await write('ann', 'the meeting room is on the third floor');
    expect(await feedback('ann', item, 't-1', false)).toMatchObject({ status: 200, body: { status: 'recorded' } });
    expect(await feedback('ann', item, 't-1', false)).toMatchObject({ status: 200, body: { status: 'repeated' } });
    expect(await life('ann')).toEqual([{ decay_factor: 1, useless_streak: 1, status: 'active', hits: 0 }]);
    await feedback('ann', item, 't-2', false);
    expect(await life('ann')).toEqual([{ decay_factor: 0, useless_streak: 2, status: 'reference', hits: 0 }]);
    await feedback('ann', item, 't-3', true);
    expect(await life('ann')).toEqual([{ decay_factor: 0, useless_streak: 0, status: 'active', hits: 1 }]);
  });

  it('M20: nobody gives feedback on another user’s item', async () => {
    const item = await write('bob', 'only of bob');
    expect(await feedback('cat', item, 't-1', false)).toMatchObject({
      status: 404,
      body: { error: { code: 'item_not_found' } },
    });
  });

  it('M23: a confirmed value that is corrected becomes a sample of what was learned wrong', async () => {
    const source = { id: 's', channel: 'import', type: 'system' };
    await write('dan', 'dan@old.example', { kind: 'fact', key: 'email', source });
    const said = '不对，我的邮箱是 dan@new.example';
    await memory.call('POST', '/v1/memory/observe', {
      ...{ user_id: 'dan', session_id: 's-dan', role: 'user', text: said, now: '2024-05-21T02:00:00Z' },
    });
    const { body } = await memory.call('GET', '/v1/memory/extraction-samples');
    expect(body).toMatchObject({
      samples: [{ user_id: 'dan', said, key: 'email', wrong: 'dan@old.example', value: 'dan@new.example' }],
    });
  });

  it('M19: a job is run, dry or not, and reported by its name; an unknown one is refused', async () => {
    await write('eve', 'eve was here');
    const dry = await memory.call('POST', '/v1/memory/jobs/decay/run', { dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: { job: 'decay', dry_run: true, state: 'completed' } });
    const real = await memory.call('POST', '/v1/memory/jobs/decay/run', {});
    expect(real.body).toMatchObject({ dry_run: false, counts: (dry.body as { counts: object }).counts });
    expect(await memory.call('GET', '/v1/memory/jobs/decay')).toEqual(real);
    expect(await memory.call('POST', '/v1/memory/jobs/demote/run')).toMatchObject({
      status: 200,
      body: { job: 'demote', dry_run: false },
    });
    for (const [method, path] of [
      ['POST', 'tidy/run'],
      ['GET', 'tidy'],
    ] as const)
      expect(await memory.call(method, `/v1/memory/jobs/${path}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'job_not_found', field: 'name' } },
      });
    expect(await memory.call('GET', '/v1/memory/jobs/expire')).toMatchObject({ status: 404 });
  });
});
