import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeshProcessName } from '@plinth/contracts';
import {
  Conversation,
  flowCalling,
  infraEnv,
  MeshProcess,
  redisDatabase,
  REPOSITORY,
  SkillProvider,
  until,
  type RedisDatabase,
  type TurnView,
} from '@plinth/testing';
import { effectsOf } from '../conversations/stage';
import { seededRandom } from './random';

const SEED = Number(process.env.PLINTH_TEST_SEED ?? 20261130);
const KILL_POINTS = 20;
const TURNS_PER_POINT = 10;
const SESSIONS = 10;
/** Once nothing is killed any more. */
const ALL_ENDED_WITHIN_MS = 150_000;

jest.setTimeout(420_000);

/** Who dies in turn, where it is not the gateway in the middle of an effect. */
const VICTIMS: readonly (readonly [MeshProcessName, number])[] = [
  ['orchestrator', 1],
  ['memory', 1],
  ['reflection', 1],
  ['memory', 2],
  ['skill-gateway', 1],
  ['samples', 1],
];

/** What users say, in turn: a read, an effect of a provider that honours keys, one of a provider that ignores them, a refund. */
const SAYINGS = [
  '查一下订单 DD20261101001',
  '请给我一张优惠券',
  '请给我盖个章',
  '我要退款 DD20261101003',
  '确认',
] as const;

describe(`processes that die under load (seed ${SEED})`, () => {
  let mesh: MeshProcess;
  let keyed: SkillProvider;
  let keyless: SkillProvider;
  let redis: RedisDatabase;
  let flows: string;

  beforeAll(async () => {
    [keyed, keyless] = [await SkillProvider.start('give_coupon', 'key'), await SkillProvider.start('stamp', 'none')];
    flows = await mkdtemp(join(tmpdir(), 'plinth-flows-'));
    const shop = join(REPOSITORY, 'apps/samples/customer-service/flows');
    for (const file of await readdir(shop)) await copyFile(join(shop, file), join(flows, file));
    await writeFile(join(flows, 'coupon.yaml'), flowCalling('give_coupon', '优惠券'));
    await writeFile(join(flows, 'stamp.yaml'), flowCalling('stamp', '盖个章'));
    redis = redisDatabase(infraEnv().PLINTH_REDIS_URL);
    mesh = await MeshProcess.start({
      replicas: { memory: 2 },
      providers: [keyed.url, keyless.url],
      env: { PLINTH_FLOWS_DIR: flows, PLINTH_REDIS_URL: redis.url },
    });
  }, 240_000);
  afterAll(async () => {
    await mesh?.stop();
    await Promise.all([keyed.close(), keyless.close()]);
    await rm(flows, { recursive: true });
  }, 60_000);

  it('X2 T2 T3: 20 kills and Redis flushed under 200 turns: each turn completes, or fails with a notice after a recorded unknown; one effect per key, at most one call where keys are ignored', async () => {
    const random = seededRandom(SEED);
    const talks = Array.from({ length: SESSIONS }, () => new Conversation(mesh.client));
    for (const [at, talk] of talks.entries()) await talk.say(`我的暗号是 蓝鲸-${at}`);
    const ends = new Map<string, Promise<TurnView>>();
    const begin = (talk: Conversation, at: number): Promise<TurnView> => {
      const key = `${talk.session} ${at}`.replace(' ', '-');
      const words = talk.words(SAYINGS[at % SAYINGS.length] ?? '你好');
      const end = mesh.client.untilFinal(words, ALL_ENDED_WITHIN_MS + 200_000, key).then(({ body }) => body);
      ends.set(key, end);
      return end;
    };

    /** The gateway dies while a provider has acted and not yet answered; resolves once it is dead. */
    const killBetweenEffectAndLedger = (provider: SkillProvider): Promise<void> =>
      new Promise((resolve, reject) => {
        provider.afterEffect = async () => {
          provider.afterEffect = () => Promise.resolve();
          await mesh.kill('skill-gateway').then(resolve, reject);
        };
      });
    const PROVIDER_OF = new Map([
      ['请给我一张优惠券', () => keyed],
      ['请给我盖个章', () => keyless],
    ]);

    let others = 0;
    const waves: Promise<unknown>[] = [];
    for (let point = 0; point < KILL_POINTS; point += 1) {
      await waves[point - 2];
      const acting = PROVIDER_OF.get(SAYINGS[point % SAYINGS.length] ?? '');
      const killed = acting ? killBetweenEffectAndLedger(acting()) : undefined;
      const wave = talks.map((talk) => begin(talk, point));
      waves.push(Promise.all(wave));
      if (random() < 0.5) await redis.flush();
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
      if (!killed) await mesh.kill(...(VICTIMS[others++ % VICTIMS.length] ?? ['memory', 1]));
      await killed;
    }
    const turns = await Promise.all(ends.values());

    expect(turns).toHaveLength(KILL_POINTS * TURNS_PER_POINT);
    const failed = turns.filter(({ status }) => status !== 'completed');
    for (const turn of failed) {
      expect(turn).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
      expect(turn.reply.notices.map(({ code }) => code)).toContain('outcome_unknown');
      expect(turn.steps.map(({ status }) => status)).toContain('unknown');
    }
    expect(failed.length).toBeLessThan(turns.length / 4);

    const called = (skill: string) =>
      turns.filter(({ steps }) => steps.some((step) => step.skill === skill && step.status === 'succeeded'));
    const effectsOfTurn = (provider: SkillProvider, { turn_id }: TurnView) =>
      provider.effects.filter(({ turn }) => turn === turn_id);
    expect(called('give_coupon').length).toBeGreaterThan(0);
    for (const turn of called('give_coupon')) expect(effectsOfTurn(keyed, turn)).toHaveLength(1);
    for (const turn of called('stamp')) expect(effectsOfTurn(keyless, turn)).toHaveLength(1);
    const keys = keyless.calls.map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
    for (const turn of turns) expect(effectsOfTurn(keyless, turn).length).toBeLessThanOrEqual(1);
    const refunds = await effectsOf(mesh.dataDir, 'refund_process');
    expect(new Set(refunds.map(({ key }) => key)).size).toBe(refunds.length);
    expect(refunds).toHaveLength(called('refund_process').length);

    for (const [at, talk] of talks.entries()) {
      const answer = await until('memory again', 60_000, async () => {
        const { reply } = await talk.say('我的暗号是什么？');
        return reply.notices.some(({ code }) => code === 'memory_unavailable') ? undefined : reply.text;
      });
      expect(answer).toContain(`蓝鲸-${at}`);
    }
  });

  it('T7: what each session was answered stands in its journal, in the order of acceptance', async () => {
    const talk = new Conversation(mesh.client);
    const words = talk.words('查一下订单 DD20261101001');
    const sent = Array.from({ length: 6 }, (_, at) => mesh.client.untilFinal(words, 120_000, `${talk.session}-${at}`));
    await mesh.kill('memory', 1);
    const turns = await Promise.all(sent);
    const spans = await Promise.all(
      turns.map(async ({ body: { turn_id } }) => {
        const events = (await mesh.client.read(turn_id)).body.events ?? [];
        const seqOf = (wanted: string) => events.find(({ type }) => type === wanted)?.seq ?? Number.NaN;
        return {
          accepted: seqOf('turn.requested.v1'),
          started: seqOf('turn.started.v1'),
          replied: seqOf('turn.completed.v1'),
        };
      }),
    );
    const byAcceptance = [...spans].sort((a, b) => a.accepted - b.accepted);
    const onPaper = byAcceptance.flatMap(({ started, replied }) => [started, replied]);
    expect(onPaper).toEqual([...onPaper].sort((a, b) => a - b));
    expect(onPaper).not.toContain(Number.NaN);
    expect(new Set(spans.map(({ accepted }) => accepted)).size).toBe(spans.length);
  });
});
