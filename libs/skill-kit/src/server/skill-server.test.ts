import { request as httpRequest } from 'node:http';
import { z } from 'zod';
import { defineSkill, startSkillServer, type Skill, type SkillServer } from '../index';

/** Resolved by the test: what the skill waits for. */
let release: () => void = () => undefined;
let entered: Promise<void>;
let enter: () => void = () => undefined;
let aborted = false;
let acts = 0;

async function held(signal: AbortSignal): Promise<void> {
  enter();
  await new Promise<void>((resolve, reject) => {
    release = resolve;
    signal.addEventListener('abort', () => {
      aborted = true;
      reject(new Error('stopped'));
    });
  });
}

const shape = { description: 'Waits until it is told.', trigger: 'a test waits', p95Ms: 10, version: '1.0.0' };
const look = defineSkill({
  ...shape,
  ...{ name: 'look', effect: 'read', shadow: 'safe', limits: { maxConcurrent: 1 }, timeoutMs: 60_000 },
  input: z.object({ wait: z.boolean().default(false) }),
  output: z.object({ seen: z.boolean() }),
  async run({ wait }, { signal }) {
    if (wait) await held(signal);
    return { seen: true };
  },
});
const act = defineSkill({
  ...shape,
  ...{ name: 'act', effect: 'irreversible', receipt: ['number'], shadow: 'dry_run' },
  input: z.object({ wait: z.boolean().default(false) }),
  output: z.object({ number: z.string() }),
  async run({ wait }, { signal, idempotencyKey }) {
    if (wait) await held(signal);
    acts += 1;
    return { number: `N-${idempotencyKey}` };
  },
  dryRun: () => ({ number: 'none' }),
});
const blind = defineSkill({
  ...shape,
  ...{ name: 'blind', effect: 'write', receipt: ['number'] },
  input: z.object({}),
  output: z.object({ number: z.string() }),
  run: () => ({ number: 'N' }),
});

describe('a skill server', () => {
  let server: SkillServer;
  beforeEach(async () => {
    server = await startSkillServer([look, act, blind], { name: 'test', port: 0, drainTimeoutMs: 5_000 });
    entered = new Promise((resolve) => (enter = resolve));
    aborted = false;
  });
  afterEach(() => server.close());

  const context = { tenant: 'default', user_id: 'u' };
  async function post(skill: Skill, body: object, key?: string): Promise<{ status: number; body: unknown }> {
    const { name, version } = skill.manifest;
    const response = await fetch(`${server.url}/skills/${name}/${version}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify({ arguments: {}, context, ...body }),
    });
    return { status: response.status, body: await response.json() };
  }
  const lookUp = async (key: string, tenant = 'default'): Promise<unknown> =>
    (await fetch(`${server.url}/skills/act/1.0.0/effects/${encodeURIComponent(key)}?tenant=${tenant}`)).json();
  const metric = async (labels: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^skill_calls_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
  };

  it('S2: exposes the metrics of every skill and version at zero before the first call, and counts each by its end', async () => {
    const of = (skill: string, rest: string): string =>
      `skill="${skill}",version="1.0.0",lane="provider",stage="",${rest}`;
    const calls = of('look', 'outcome="succeeded",code=""');
    const before = await metric(calls);
    expect(before).not.toBeNaN();
    expect(await metric(of('blind', 'outcome="succeeded",code=""'))).toBe(0);
    await post(look, {});
    await post(look, { arguments: { wrong: 1 } });
    expect(await metric(calls)).toBe(before + 1);
    expect(await metric(of('look', 'outcome="failed",code="invalid_arguments"'))).toBeGreaterThan(0);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/^skill_latency_seconds_count\{skill="blind",version="1\.0\.0"[^}]*\} 0$/m);
  });

  it('S6: tells of the effect of a key that it is under way, then how it ended, and of no other tenant and no other key', async () => {
    expect(await lookUp('k 1')).toEqual({ status: 'not_known' });
    const answer = post(act, { arguments: { wait: true } }, 'k 1');
    await entered;
    expect(await lookUp('k 1')).toEqual({ status: 'pending' });
    release();
    expect((await answer).status).toBe(200);
    expect(await lookUp('k 1')).toEqual({
      ...{ status: 'known', result: { number: 'N-k 1' }, receipt: { number: 'N-k 1' } },
    });
    expect(await lookUp('k 1', 'other')).toEqual({ status: 'not_known' });
    expect((await fetch(`${server.url}/skills/act/1.0.0/effects/k`)).status).toBe(400);
    expect((await fetch(`${server.url}/skills/act/1.0.0/effects/%E0%A4?tenant=default`)).status).toBe(400);
    expect((await fetch(`${server.url}/skills/act/9.0.0/effects/k?tenant=default`)).status).toBe(404);
  });

  it('S8: a dry run needs no key, acts not and leaves no record; what acts and offers none refuses it', async () => {
    const before = acts;
    expect(await post(act, { dry_run: true }, 'dry')).toEqual({ status: 200, body: { result: { number: 'none' } } });
    expect(await post(act, { dry_run: true })).toMatchObject({ status: 200 });
    expect(await lookUp('dry')).toEqual({ status: 'not_known' });
    expect(acts).toBe(before);
    expect(await post(blind, { dry_run: true }, 'k')).toMatchObject({
      ...{ status: 400, body: { error: { code: 'dry_run_not_offered' } } },
    });
    expect(await post(look, { dry_run: true })).toMatchObject({ status: 200, body: { result: { seen: true } } });
  });

  it('S6: refuses what is over the limit of calls at once, with nothing done', async () => {
    const first = post(look, { arguments: { wait: true } });
    await entered;
    expect(await post(look, {})).toMatchObject({
      status: 429,
      body: { error: { code: 'overloaded', retryable: true } },
    });
    release();
    expect(await first).toMatchObject({ status: 200 });
    expect(await post(look, {})).toMatchObject({ status: 200 });
  });

  /** Posts and goes away once the skill has begun. */
  async function leave(skill: Skill, key: string): Promise<void> {
    const { name, version } = skill.manifest;
    const sent = httpRequest(`${server.url}/skills/${name}/${version}`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
    });
    const over = new Promise((resolve) => sent.once('error', resolve));
    sent.end(JSON.stringify({ arguments: { wait: true }, context }));
    await entered;
    sent.destroy();
    await over;
  }

  it('S6: tells a read by its signal that the client has gone, and gives its place free', async () => {
    await leave(look, '');
    while (!aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    let again = await post(look, {});
    for (let tries = 0; tries < 100 && again.status === 429; tries += 1) again = await post(look, {});
    expect(again).toMatchObject({ status: 200 });
  });

  it('S6: finishes and records an effect whose client has gone, so that its key finds it', async () => {
    await leave(act, 'left');
    expect(await lookUp('left')).toEqual({ status: 'pending' });
    release();
    let told = await lookUp('left');
    for (let tries = 0; tries < 100 && (told as { status: string }).status !== 'known'; tries += 1)
      told = await lookUp('left');
    expect(told).toMatchObject({ status: 'known', receipt: { number: 'N-left' } });
    expect(aborted).toBe(false);
  });

  it('S6: refuses a body that is too long, whether it ends or not', async () => {
    const long = 'x'.repeat(300 * 1_024);
    expect(await post(look, { arguments: { long } })).toMatchObject({ status: 413 });
    const end = await new Promise((resolve) => {
      const endless = httpRequest(`${server.url}/skills/look/1.0.0`, { method: 'POST' }, (response) => {
        response.resume();
        over(response.statusCode);
      });
      const feed = setInterval(() => endless.write(Buffer.alloc(1 << 20, 32)), 1);
      const over = (outcome: unknown): void => {
        clearInterval(feed);
        endless.destroy();
        resolve(outcome);
      };
      endless.on('error', () => over('cut'));
    });
    expect([413, 'cut']).toContain(end);
  });

  it('lets calls under way end when it is closed, and takes no new one', async () => {
    const first = post(act, { arguments: { wait: true } }, 'closing');
    await entered;
    const closed = server.close();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    release();
    expect(await first).toMatchObject({ status: 200 });
    await closed;
  });

  it('serves no two skills of one name and version', async () => {
    await expect(startSkillServer([look, look], { name: 'twice', port: 0 })).rejects.toThrow('one name and version');
  });
});
