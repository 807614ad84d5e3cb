import { rm } from 'node:fs/promises';
import { until } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { startTwoVersions } from './two-versions.stage';

jest.setTimeout(90_000);

interface ReportBody {
  readonly measures: readonly {
    readonly name: string;
    readonly baseline: VersionBody;
    readonly candidate: VersionBody;
  }[];
  readonly comparisons: {
    readonly compared: number;
    readonly differed: number;
    readonly baseline_itself: { readonly compared: number };
  };
  readonly samples: readonly unknown[];
  readonly outcomes_unmatched: number;
}
interface VersionBody {
  readonly samples: number;
  readonly value?: number;
  readonly low?: number;
  readonly high?: number;
  readonly target?: object;
  readonly verdict: string;
}

describe('what is learned beside calls, over HTTP', () => {
  let provider: Awaited<ReturnType<typeof startTwoVersions>>;
  let gateway: RunningGateway;
  beforeAll(async () => {
    provider = await startTwoVersions();
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url, PLINTH_SKILL_RECORDED: 'stock' });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await rm(gateway.dataDir, { recursive: true, force: true });
  });

  const send = async <T = unknown>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  };
  const report = async () => (await send<ReportBody>('GET', '/v1/rollouts/stock/report')).body;
  const invoke = (id: string, user = 'vera') =>
    gateway.invoke(id, {
      ...{ skill: 'stock', arguments: { city: 'Rome' }, user_id: user, attributes: { segment: 'vip' } },
    });

  it('S14: recorded calls are replayed against a candidate before any user has it', async () => {
    for (let at = 0; at < 3; at += 1) await invoke(`before-${at}`);
    provider.answers.set('2.0.0', () => ({ count: 4 }));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const asked = await send<{ id: string }>('POST', '/v1/replays', { skill: 'stock', candidate: '2.0.0' });
    expect(asked).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(asked.headers.get('location')).toBe(`/v1/replays/${asked.body.id}`);
    const done = await until('the end of the replay', 20_000, async () => {
      const { body } = await send<{ status: string }>('GET', `/v1/replays/${asked.body.id}`);
      return body.status === 'completed' && body;
    });
    expect(done).toMatchObject({
      counts: { same: 0, different: 3, failed: 0, skipped: 0 },
      differences: [{ baseline: '1.0.0', differences: [{ path: 'count', kind: 'value' }] }, {}, {}],
    });
    expect(provider.seen.filter(({ version }) => version === '2.0.0')).toHaveLength(3);
    expect((await send('GET', '/v1/replays/nothing')).status).toBe(404);
    expect(
      await send('POST', '/v1/replays', {
        skill: 'stock',
        candidate: '2.0.0',
        since: '2026-01-01T00:00:00Z',
        turns: ['t'],
      }),
    ).toMatchObject({ status: 400, body: { error: { field: 'turns' } } });
  });

  it('S8, S9: a candidate in the shadow is compared and measured, and users hear of the baseline alone', async () => {
    provider.answers.set('2.0.0', () => ({ count: 4 }));
    await send('PUT', '/v1/rollouts/stock', { baseline: '1.0.0', candidate: '2.0.0' });
    expect((await send('POST', '/v1/rollouts/stock/start', { reason: 'test', stage: 'vip' })).status).toBe(200);
    provider.seen.length = 0;
    const ids = Array.from({ length: 24 }, (_, at) => `shadow-${at}`);
    for (const id of ids) expect(await invoke(id)).toMatchObject({ data: { version: '1.0.0', result: { count: 3 } } });
    const seen = await until('comparisons', 20_000, async () => {
      const body = await report();
      return body.comparisons.compared > 0 && body;
    });
    expect(seen.comparisons.differed).toBe(seen.comparisons.compared);
    expect(seen.comparisons.baseline_itself.compared).toBeGreaterThan(0);
    expect(seen.samples.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen)).not.toContain('Rome');
    const shadowed = provider.seen.filter(({ version }) => version === '2.0.0');
    expect(shadowed.every(({ key }) => !ids.includes(key))).toBe(true);
  });

  it('S9: outcomes come by call, by turn and by topic, and the report tells them with intervals and targets', async () => {
    for (let at = 0; at < 12; at += 1) {
      const outcome = { resolved_first_time: true, complaint: false, handling_ms: 900 + at * 10 };
      const sent = await send('POST', `/v1/skills/outcomes/shadow-${at}`, outcome);
      expect(sent).toMatchObject({ status: 202, body: { status: 'recorded' } });
    }
    await send('POST', '/v1/skills/outcomes', { call_id: 'shadow-0', complaint: true });
    await send('POST', '/v1/skills/outcomes', { call_id: 'nobody-knows', complaint: true });
    await gateway.outcome('by-topic', { call_id: 'shadow-20', resolved_first_time: false });
    const named = (body: ReportBody, name: string) => body.measures.find((measure) => measure.name === name);
    const seen = await until('the outcomes', 20_000, async () => {
      const body = await report();
      return named(body, 'first_time_resolution')?.baseline.samples === 13 && body;
    });
    expect(named(seen, 'handling_time')?.baseline).toMatchObject({
      samples: 12,
      target: { at_most: 1_800 },
      verdict: 'met',
    });
    expect(named(seen, 'first_time_resolution')?.baseline).toMatchObject({ target: { at_least: 0.75 } });
    const complaints = named(seen, 'complaint_rate')?.baseline;
    expect(complaints).toMatchObject({
      samples: 12,
      target: { at_most: 0.015 },
      value: expect.closeTo(1 / 12) as number,
    });
    expect(complaints!.low!).toBeLessThan(complaints!.value!);
    expect(complaints!.high!).toBeGreaterThan(complaints!.value!);
    expect(named(seen, 'error_rate')?.baseline.samples).toBeGreaterThanOrEqual(24);
    expect(seen.outcomes_unmatched).toBe(1);
    for (const [body, field] of [
      [{}, 'call_id'],
      [{ call_id: 'x' }, 'resolved_first_time'],
      [{ call_id: 'x', complaint: 'yes' }, 'complaint'],
    ] as const)
      expect(await send('POST', '/v1/skills/outcomes', body)).toMatchObject({
        status: 400,
        body: { error: { field } },
      });
  });

  it('S9: the report is a picture for who asks for one, in the language of who reads it', async () => {
    const picture = async (query: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${gateway.url}/v1/rollouts/stock/report${query}`, { headers });
      return { type: response.headers.get('content-type'), text: await response.text() };
    };
    const english = await picture('?format=svg');
    expect(english.type).toContain('image/svg+xml');
    expect(english.text).toMatch(/^<svg .*Rollout of stock.*<\/svg>$/s);
    const chinese = await picture('', { accept: 'image/svg+xml', 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(chinese.text).toContain('灰度报告：stock');
    expect((await picture('?format=pdf')).text).toContain('invalid_request');
    expect((await send('GET', '/v1/rollouts/nothing/report')).status).toBe(404);
    const turned = await send('GET', '/v1/rollouts/stock/report?baseline=2.0.0&candidate=1.0.0');
    expect(turned).toMatchObject({ status: 200, body: { baseline: '2.0.0', candidate: '1.0.0' } });
    expect(await send('GET', '/v1/rollouts/stock/report?candidate=1.0.0')).toMatchObject({
      status: 400,
      body: { error: { field: 'candidate', rule: 'different' } },
    });
  });

  it('S9, S14: an erasure takes what was learned of the user out of reports and recordings', async () => {
    const erased = await gateway.erase('erase-vera', ['vera']);
    const { counts } = erased.data as { counts: Record<string, number> };
    expect(counts['served_calls']).toBeGreaterThanOrEqual(24);
    expect(counts['recorded_calls']).toBeGreaterThanOrEqual(27);
    expect(counts['call_outcomes']).toBe(13);
    const body = await report();
    expect(body.samples).toEqual([]);
    expect(body.measures.find(({ name }) => name === 'complaint_rate')?.baseline).toMatchObject({ samples: 0 });
    expect(body.comparisons.compared).toBeGreaterThan(0);
  });
});
