import { rm } from 'node:fs/promises';
import { until } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { startTwoVersions } from './two-versions.stage';

jest.setTimeout(150_000);

const EFFECT = { effect: 'write' as const, receipt: { fields: ['count'] } };

describe('a candidate that acts, beside the baseline that acts', () => {
  let provider: Awaited<ReturnType<typeof startTwoVersions>>;
  let gateway: RunningGateway;
  afterEach(async () => {
    await gateway.close();
    await provider.close();
    await rm(gateway.dataDir, { recursive: true, force: true });
  });

  const start = async (shadow: 'dry_run' | 'never') => {
    provider = await startTwoVersions({ ...EFFECT, shadow });
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
  };
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { comparisons?: { compared: number } } };
  };
  const begin = async () => {
    await send('PUT', '/v1/rollouts/stock', { baseline: '1.0.0', candidate: '2.0.0' });
    return send('POST', '/v1/rollouts/stock/start', { reason: 'test', stage: 'vip' });
  };
  const invoke = (id: string) =>
    gateway.invoke(id, {
      skill: 'stock',
      arguments: { city: 'Rome' },
      user_id: 'vera',
      attributes: { segment: 'vip' },
    });

  it('S8: is only ever asked what it would do, and the effect of the baseline happens once', async () => {
    await start('dry_run');
    provider.answers.set('2.0.0', () => ({ count: 0 }));
    expect((await begin()).status).toBe(200);
    const ids = Array.from({ length: 22 }, (_, at) => `effect-${at}`);
    for (const id of ids) expect(await invoke(id)).toMatchObject({ data: { version: '1.0.0', receipt: { count: 3 } } });
    await until('a comparison', 20_000, async () => {
      const { body } = await send('GET', '/v1/rollouts/stock/report');
      return (body.comparisons?.compared ?? 0) > 0;
    });
    const candidate = provider.seen.filter(({ version }) => version === '2.0.0');
    expect(candidate.length).toBeGreaterThan(0);
    expect(candidate.every(({ dryRun }) => dryRun)).toBe(true);
    const baseline = provider.seen.filter(({ version }) => version === '1.0.0');
    expect(baseline.map(({ key }) => key)).toEqual(ids);
    expect(baseline.some(({ dryRun }) => dryRun)).toBe(false);
  });

  it('S8, S14: is not asked at all when its contract allows nothing, by a stage or by a replay', async () => {
    await start('never');
    await invoke('recorded');
    expect((await begin()).status).toBe(409);
    expect(await send('POST', '/v1/replays', { skill: 'stock', candidate: '2.0.0' })).toMatchObject({
      status: 409,
      body: { error: { code: 'shadow_not_allowed', rule: 'never' } },
    });
    expect(provider.seen.map(({ version }) => version)).toEqual(['1.0.0']);
  });
});
