import { rm } from 'node:fs/promises';
import { SkillProvider } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';

jest.setTimeout(60_000);

describe('steering a rollout over HTTP', () => {
  let provider: SkillProvider;
  let gateway: RunningGateway;
  beforeAll(async () => {
    provider = await SkillProvider.start('stock', 'none', ['1.0.0', '2.0.0']);
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await rm(gateway.dataDir, { recursive: true, force: true });
  });

  const ask = async (method: string, path = '', body?: unknown) => {
    const response = await fetch(`${gateway.url}/v1/rollouts/stock${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const told = (await response.json()) as Record<string, unknown> & { error?: { code: string; field?: string } };
    return { status: response.status, code: told.error?.code, field: told.error?.field, told };
  };
  const because = { reason: 'a test' };

  it('S7: leads a candidate through the stages of its own plan, and shows each state with what its guards say', async () => {
    const stages = [
      { name: 'inside', audience: { kind: 'segment', segments: ['internal_test'] }, cap: 0.01, trace: 'full' },
      { name: 'all' },
    ];
    const guards = [{ kind: 'error_limit', limit: 0.02 }];
    const configured = await ask('PUT', '', { candidate: '2.0.0', plan: { stages, guards } });
    expect(configured).toMatchObject({ status: 200, told: { status: 'idle', candidate: '2.0.0' } });
    expect(configured.told).toMatchObject({
      plan: { stages: [{ name: 'inside', min_ms: 0 }, { weight: 1 }], guards: [{ limit: 0.02, min_samples: 10 }] },
    });
    expect((await ask('POST', '/start', because)).told).toMatchObject({ status: 'running', stage: 'inside', run: 1 });
    expect((await ask('GET')).told).toMatchObject({
      guards: [{ guard: 'error_limit', verdict: 'inconclusive', reason: 'no_traffic' }],
    });
    expect((await ask('POST', '/pause', because)).told).toMatchObject({ status: 'paused' });
    expect((await ask('POST', '/resume', because)).told).toMatchObject({ status: 'running' });
    expect((await ask('POST', '/promote', because)).told).toMatchObject({ stage: 'all' });
    expect((await ask('POST', '/promote', because)).told).toMatchObject({ status: 'completed' });
    expect((await ask('POST', '/rollback', { reason: 'nobody likes it' })).told).toMatchObject({
      ...{ status: 'rolled_back', revoked: ['2.0.0'] },
    });
  });

  it('S7: keeps who did what and why, by pages, newest first', async () => {
    const page = (await ask('GET', '/history?limit=2')).told;
    expect(page).toMatchObject({
      entries: [{ action: 'rollback', reason: 'nobody likes it', by: { kind: 'person' } }, { action: 'promote' }],
    });
    const rest = (await ask('GET', `/history?before=${String(page['next_before'])}`)).told;
    expect((rest['entries'] as { action: string }[]).map(({ action }) => action)).toEqual([
      ...['promote', 'resume', 'pause', 'start', 'configure'],
    ]);
    expect(rest['next_before']).toBeUndefined();
  });

  it.each([
    ['a start without a reason', 'POST', '/start', {}, 400, 'invalid_request'],
    ['a pause of what does not run', 'POST', '/pause', because, 409, 'wrong_status'],
    ['a stage that the plan has not', 'POST', '/start', { ...because, stage: 'nowhere' }, 400, 'unknown_stage'],
    ['what nobody knows', 'POST', '/explode', because, 404, 'not_found'],
    ['a plan without stages', 'PUT', '', { candidate: '2.0.0', plan: { stages: [] } }, 400, 'invalid_request'],
    ['a plan beside a weight', 'PUT', '', { candidate: '2.0.0', weight: 1, plan: {} }, 400, 'invalid_request'],
    [
      'a stage twice',
      'PUT',
      '',
      { candidate: '2.0.0', plan: { stages: [{ name: 'a' }, { name: 'a' }] } },
      400,
      'invalid_request',
    ],
  ])('refuses %s, and says why', async (_name, method, path, body, status, code) => {
    expect(await ask(method, path, body)).toMatchObject({ status, code });
  });

  it('S8: refuses to run beside the baseline what acts and offers no dry run: 409 with the reason', async () => {
    await ask('PUT', '', { candidate: '2.0.0' });
    await ask('POST', '/start', because);
    expect(await ask('POST', '/promote', because)).toMatchObject({ status: 409, code: 'shadow_not_possible' });
  });

  it('S7: refuses to be reconfigured in progress, and takes a candidate away at once all the same', async () => {
    expect(await ask('PUT', '', { candidate: '2.0.0' })).toMatchObject({ status: 409, code: 'in_progress' });
    expect(await ask('PUT', '', { baseline: '1.0.0' })).toMatchObject({
      ...{ status: 200, told: { candidate: null, status: 'idle', revoked: ['2.0.0'] } },
    });
  });
});
