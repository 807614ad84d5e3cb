import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Conversation, flowCalling, SkillProvider, until } from '@plinth/testing';
import { EmbeddedHome } from './embedded-home';

jest.setTimeout(120_000);

/** What died is taken over after a second, not ten. */
const SOON = {
  PLINTH_SKILL_LEASE_TIMEOUT: '1s',
  PLINTH_SKILL_SWEEP_INTERVAL: '200ms',
  PLINTH_SWEEP_INTERVAL: '500ms',
  PLINTH_RESEND_INTERVAL: '1s',
};
const COUPON = { skill: 'give_coupon', word: '优惠券' };

describe('one process that ends', () => {
  let home: EmbeddedHome;
  let provider: SkillProvider;
  let flows: string;

  beforeAll(async () => {
    provider = await SkillProvider.start(COUPON.skill, 'key');
    flows = await mkdtemp(join(tmpdir(), 'plinth-flows-'));
    await writeFile(join(flows, 'coupon.yaml'), flowCalling(COUPON.skill, COUPON.word));
    home = await EmbeddedHome.started({ ...SOON, PLINTH_SKILL_PROVIDERS: provider.url, PLINTH_FLOWS_DIR: flows });
  });
  afterAll(async () => {
    await home.remove();
    await provider.close();
    await rm(flows, { recursive: true });
  });
  beforeEach(async () => {
    provider.afterEffect = () => Promise.resolve();
    if (!home.isRunning) await home.start();
  });

  it('X2 T1: keeps session, profile and journal over a restart and over kill -9', async () => {
    const talk = new Conversation(home.client);
    await talk.say('我的邮箱是 li@example.com');
    await talk.say('是的');
    await talk.say('我的暗号是 蓝鲸-4471');
    const last = talk.turns.at(-1);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      expect(await home.end(signal)).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL');
      await home.start();
      const again = new Conversation(home.client, talk.speaker, talk.session);
      expect(await again.hear('我的暗号是什么？')).toContain('蓝鲸-4471');
      expect(await again.later().hear('我的邮箱是什么？')).toContain('li@example.com');
      const { body } = await home.client.read(last?.turn_id ?? '');
      expect(body).toMatchObject({ status: 'completed', reply: last?.reply });
    }
  });

  it('X2 T3: a turn in flight at kill -9 completes after the restart, and its effect happens once', async () => {
    const talk = new Conversation(home.client);
    const words = talk.words(`请给我一张${COUPON.word}`);
    const before = provider.calls.length;
    provider.afterEffect = () => new Promise(() => undefined);
    const cut = home.client.turn(words, { 'idempotency-key': 'in-flight' }).catch((error: unknown) => error);
    await until('the effect in flight', 20_000, () => provider.calls.length > before);
    provider.afterEffect = () => Promise.resolve();
    await home.end('SIGKILL');
    expect(await cut).toHaveProperty('message', 'fetch failed');

    await home.start();
    const { body } = await home.client.untilFinal(words, 60_000, 'in-flight');
    expect(body).toMatchObject({
      status: 'completed',
      reply: { text: expect.stringContaining('办好了 R-') as string },
    });
    const calls = provider.calls.slice(before);
    expect(calls.length).toBeGreaterThanOrEqual(2);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(provider.effects.filter(({ turn }) => turn === body.turn_id)).toHaveLength(1);
  });

  it('X2: an accepted turn goes on after kill -9 although nobody asks for it again', async () => {
    const talk = new Conversation(home.client);
    const before = provider.calls.length;
    provider.afterEffect = () => new Promise(() => undefined);
    const accepted = await home.client.turn(talk.words(`再来一张${COUPON.word}`), { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    await until('the effect in flight', 20_000, () => provider.calls.length > before);
    provider.afterEffect = () => Promise.resolve();
    await home.end('SIGKILL');
    await home.start();
    await until(
      'the end of the turn',
      60_000,
      async () => (await home.client.read(accepted.body.turn_id)).body.status === 'completed',
    );
  });

  it('T7: turns that waited behind the one in flight follow it after kill -9, in the order of their acceptance', async () => {
    const talk = new Conversation(home.client);
    const before = provider.calls.length;
    provider.afterEffect = () => new Promise(() => undefined);
    const texts = ['一', '二', '三'].map((n) => `第${n}张${COUPON.word}`);
    for (const [at, text] of texts.entries())
      await home.client.turn(talk.words(text), { prefer: 'respond-async', 'idempotency-key': `waits-${at}` });
    await until('the effect in flight', 20_000, () => provider.calls.length > before);
    provider.afterEffect = () => Promise.resolve();
    await home.end('SIGKILL');
    await home.start();
    for (const [at, text] of texts.entries()) await home.client.untilFinal(talk.words(text), 60_000, `waits-${at}`);
    expect(provider.effects.slice(-3).map(({ text }) => text)).toEqual(texts);
  });
});
