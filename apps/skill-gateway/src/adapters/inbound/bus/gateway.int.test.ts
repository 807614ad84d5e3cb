import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SkillProvider } from '@plinth/testing';
import { startGateway, type RunningGateway } from './running-gateway.stage';

const ROOT = resolve(__dirname, '../../../../../..');

/** The sample provider as a process of its own. */
async function startSamples(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const flags = ['--conditions', 'development', '--require', '@swc-node/register', 'apps/samples/src/main.ts'];
  const env = { PATH: process.env.PATH, PLINTH_PORT: String(port - 4), PLINTH_DATA_DIR: dataDir };
  const child = spawn(process.execPath, flags, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((ready) => child.stdout.once('data', ready));
  return { url: `http://127.0.0.1:${port}`, child };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe('the gateway with the sample skills', () => {
  let samples: Awaited<ReturnType<typeof startSamples>>;
  let slow: SkillProvider;
  let once: SkillProvider;
  let providers: string;
  let gateway: RunningGateway;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'plinth-samples-'));
    samples = await startSamples(dataDir);
    slow = await SkillProvider.start('book_slowly', 'none');
    once = await SkillProvider.start('book_once', 'none');
    providers = [samples, slow, once].map(({ url }) => url).join();
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: providers });
  }, 90_000);
  afterAll(async () => {
    samples.child.kill();
    await gateway.close();
    await Promise.all([slow.close(), once.close()]);
    await rm(dataDir, { recursive: true });
  });
  const effects = async () => (await readFile(join(dataDir, 'samples', 'effects.jsonl'), 'utf8')).trim().split('\n');

  it('answers a command with the result of the skill', async () => {
    const reply = await gateway.invoke('c1', {
      skill: 'get_order_status',
      arguments: { order_id: 'DD20261101001' },
      user_id: 'demo-user',
    });
    expect(reply).toMatchObject({
      type: 'skill.succeeded.v1',
      session: 's1',
      data: { skill: 'get_order_status', version: '1.0.0', lane: 'baseline', effect: 'read', attempts: 1 },
    });
    expect(reply.data).toMatchObject({ result: { status_text: '已发货', refundable: true } });
  });

  it('S3: names field and rule of a bad argument', async () => {
    const bad = await gateway.invoke('c2', { skill: 'get_order_status', arguments: { order_no: 'X' } });
    expect(bad).toMatchObject({
      type: 'skill.failed.v1',
      data: { outcome: 'not_executed', error: { code: 'invalid_arguments', field: 'order_id', rule: 'required' } },
    });
    const order = { order_id: 'DD20261101001' };
    const unknown = await gateway.invoke('c3', { skill: 'get_order_status', arguments: { ...order, force: true } });
    expect(unknown).toMatchObject({ data: { error: { field: 'force', rule: 'unknown_property' } } });
  });

  it('answers a declared error of a skill as failed, with its code, not retryable', async () => {
    const reply = await gateway.invoke('c4', { skill: 'get_order_status', arguments: { order_id: 'X' } });
    expect(reply).toMatchObject({ data: { outcome: 'failed', error: { code: 'order_not_found', retryable: false } } });
  });

  it('S16, T3: acts once, with a receipt, and answers a repeated command with the same event', async () => {
    const refund = { skill: 'refund_process', arguments: { order_id: 'DD20261101001' }, user_id: 'demo-user-1' };
    expect(await gateway.invoke('c5', { ...refund, confirmed: false })).toMatchObject({
      data: { outcome: 'not_executed', error: { code: 'confirmation_required' } },
    });
    const first = await gateway.invoke('c6', refund);
    expect(first).toMatchObject({ data: { version: '1.0.0', receipt: { refund_id: expect.stringMatching(/^RF-/) } } });
    const again = await gateway.invoke('c6', refund, 1);
    expect(again).toEqual(first);
    expect((await effects()).filter((line) => line.includes('c6'))).toHaveLength(1);
  });

  it('S7: serves the version that its rollout says, at once, over HTTP', async () => {
    const put = (body: unknown) =>
      fetch(`${gateway.url}/v1/rollouts/refund_process`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refund = { skill: 'refund_process', arguments: { order_id: 'DD20261101001' }, user_id: 'demo-user-2' };
    const changed = await put({ baseline: '1.0.0', candidate: '2.0.0', weight: 1 });
    expect(await changed.json()).toMatchObject({ candidate: '2.0.0', weight: 1, status: 'running', revision: 3 });
    const served = await gateway.invoke('c7', refund);
    expect(served).toMatchObject({ data: { version: '2.0.0', lane: 'candidate', result: { eta_hours: 48 } } });
    await put({ baseline: '1.0.0' });
    expect(await gateway.invoke('c8', { ...refund, version: '2.0.0' })).toMatchObject({
      data: { error: { code: 'version_revoked' } },
    });
    expect((await put({ baseline: '7.0.0' })).status).toBe(400);
    expect((await put({ baseline: '1.0.0', weight: 2 })).status).toBe(400);
    const skills = (await (await fetch(`${gateway.url}/v1/skills`)).json()) as { skills: { name: string }[] };
    expect(skills.skills.map(({ name }) => name)).toContain('check_stock');
    expect((await fetch(`${gateway.url}/v1/skills/nothing`)).status).toBe(404);
    const manifest = await fetch(`${gateway.url}/v1/skills/refund_process/2.0.0`);
    expect(await manifest.json()).toMatchObject({ effect: 'irreversible', input_schema: { type: 'object' } });
  });

  it('S5: shows calls and latency by version, lane, outcome and code', async () => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(text).toContain(
      'skill_calls_total{skill="get_order_status",version="1.0.0",lane="baseline",stage="",outcome="failed",code="order_not_found"} 1',
    );
    expect(text).toMatch(
      /skill_latency_seconds_bucket\{le="[0-9.]+",skill="refund_process",version="2.0.0",lane="candidate",stage="share"/,
    );
  });

  it('answers work that outlasts its delivery with one event of the same id', async () => {
    slow.afterEffect = () => new Promise((resolve) => setTimeout(resolve, 6_000));
    const call = { skill: 'book_slowly', arguments: { text: 'x' } };
    const first = await gateway.invoke('slow', call);
    expect(first).toMatchObject({ type: 'skill.succeeded.v1', session: 's1', data: { receipt: { receipt: 'R-1' } } });
    expect(await gateway.invoke('slow', call, 1)).toEqual(first);
    expect(slow.calls).toHaveLength(1);
  }, 30_000);

  it('empties what it keeps of an erased user, and does not act again for a command that comes again', async () => {
    const call = { skill: 'book_once', arguments: { text: 'a secret' }, user_id: 'wang' };
    await gateway.invoke('erased', call);
    expect(await gateway.erase('e1', ['wang'])).toMatchObject({
      data: { user_id: 'wang', service: 'skill-gateway', counts: { invocations: 1 }, refused: [] },
    });
    expect(await gateway.invoke('erased', call, 1)).toMatchObject({ data: { error: { code: 'erased' } } });
    expect(once.calls).toHaveLength(1);
  });

  it('T3: still knows after a restart what was done', async () => {
    const refund = { skill: 'refund_process', arguments: { order_id: 'DD20261101001' }, user_id: 'demo-user-3' };
    const first = await gateway.invoke('c9', refund);
    await gateway.stop();
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: providers }, gateway.dataDir);
    expect(await gateway.invoke('c9', refund)).toEqual(first);
    expect((await effects()).filter((line) => line.includes('c9'))).toHaveLength(1);
  }, 60_000);
});
