import { KafkaTransport } from '@plinth/bus';
import { RecordingSink, until } from '@plinth/testing';
import { PriceProvider } from './price-provider.stage';
import { callsInTurn, Traffic, type Answered } from './traffic.stage';
import { startTwoGateways, type TwoGateways } from './two-gateways.stage';

jest.setTimeout(60_000);

/** Of every ten calls two come from test accounts and one from an important user. */
const everybody = (nth: number): readonly [string, string] => {
  const user = `user-${nth % 500}`;
  return nth % 10 < 2 ? [`test-${user}`, 'internal_test'] : nth % 10 === 2 ? [`vip-${user}`, 'vip'] : [user, 'public'];
};
const SWITCHED_WITHIN_MS = 500;
const ofCandidate = (answers: readonly Answered[]) => answers.filter(({ lane }) => lane === 'candidate');

describe('a gray release on two replicas of the gateway, with traffic', () => {
  let provider: PriceProvider;
  let two: TwoGateways;

  beforeAll(async () => {
    provider = await PriceProvider.start();
    two = await startTwoGateways(provider.url);
  }, 180_000);
  afterAll(async () => {
    await two?.stop();
    await provider.close();
  }, 60_000);

  const decided = async () => {
    const { body } = await two.gateways[0].ask('GET', '/v1/rollouts/tell_price/history?limit=1');
    const [entry] = body['entries'] as { action: string; at: string; reason: string; by: { kind: string } }[];
    return entry!;
  };
  /** Traffic while `work` goes on, at the wanted pace or as near to it as this machine comes. */
  const withTraffic = async (perSecond: number, work: (traffic: Traffic) => Promise<unknown>) => {
    const traffic = new Traffic(two.gateways, { perSecond, who: everybody });
    try {
      await work(traffic);
      return { pace: traffic.pace, answers: await traffic.stop() };
    } finally {
      await traffic.stop();
    }
  };
  const answered = (traffic: Traffic, count: number) =>
    until(`${count} calls are answered`, 30_000, () => traffic.answered.length >= count);
  const healthy = () => (provider.candidate = () => ({ price: 2 }));
  /** One call in five of the candidate answers outside of its schema. */
  const failing = () => (provider.candidate = (_call, nth) => (nth % 5 === 0 ? undefined : { price: 2 }));

  it('S7: in the first stage serves test accounts alone, and one call in a hundred at most', async () => {
    expect(await two.steer('configure', { candidate: '2.0.0' })).toMatchObject({ status: 200 });
    expect((await two.steer('start')).body).toMatchObject({ status: 'running', stage: 'internal' });
    await two.bothAre('running', 'internal');
    const { answers, pace } = await withTraffic(200, (traffic) => answered(traffic, 600));
    const served = ofCandidate(answers);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(served.map(({ segment }) => segment))).toEqual(new Set(['internal_test']));
    expect(served.length).toBeGreaterThan(2);
    expect(served.length / answers.length).toBeLessThanOrEqual(0.01);
    expect(provider.of('2.0.0')).toHaveLength(served.length);
    console.info(`stage 1: ${served.length} of ${answers.length} calls served by the candidate, at ${pace} calls/s`);
  });

  it('S7, S8: in the second stage runs the candidate beside the baseline for important users, who see the baseline', async () => {
    await two.steer('promote');
    await two.bothAre('running', 'vip');
    const before = provider.of('2.0.0').length;
    const answers = await callsInTurn(two.gateways, 200, (nth) => [`vip-${nth % 20}`, 'vip']);
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set(['1.0.0']));
    await until('the candidate ran beside them', 5_000, () => provider.of('2.0.0').length > before);
    const others = await callsInTurn(two.gateways, 100, (nth) => [`user-${nth}`, 'public']);
    expect(new Set(others.map(({ version }) => version))).toEqual(new Set(['1.0.0']));
    const beside = provider.of('2.0.0').slice(before);
    expect(beside.filter(({ user }) => !user.startsWith('vip-'))).toEqual([]);
    console.info(`stage 2: ${beside.length} calls of the candidate beside 200 of important users`);
  });

  it('S7, S13: at 100 % takes a candidate back that begins to fail at one call in five, on both replicas at once', async () => {
    await two.steer('promote');
    await two.bothAre('running', 'everybody');
    const { answers, pace } = await withTraffic(500, async (traffic) => {
      await answered(traffic, 600);
      expect(ofCandidate(traffic.answered).length).toBeGreaterThan(500);
      expect(traffic.answered.filter(({ status }) => status !== 200)).toEqual([]);
      failing();
      await two.bothAre('rolled_back', 'everybody');
      await new Promise((resolve) => setTimeout(resolve, SWITCHED_WITHIN_MS));
    });
    const failures = answers.filter(({ status }) => status !== 200);
    const { at, action, by } = await decided();
    expect({ action, by: by.kind }).toEqual({ action: 'rollback', by: 'engine' });
    const firstMs = Math.min(...failures.map(({ sentAtMs }) => sentAtMs));
    const lastMs = [0, 1].map((replica) =>
      Math.max(...ofCandidate(answers).flatMap((each) => (each.replica === replica ? [each.sentAtMs] : []))),
    );
    for (const each of lastMs) expect(each - Date.parse(at)).toBeLessThan(SWITCHED_WITHIN_MS);
    console.info(
      `stage 3 at ${pace} of 500 calls/s: ${failures.length} failures seen by users; ${Date.parse(at) - firstMs} ms from the first of them ` +
        `to the decision, ${Math.max(...lastMs) - firstMs} ms to the last call that the candidate was given`,
    );
    healthy();
    const after = await callsInTurn(two.gateways, 100, everybody);
    expect(new Set(after.map(({ version }) => version))).toEqual(new Set(['1.0.0']));
  });

  it('T4: revokes the pins of a candidate that was taken back, and only a person starts it again', async () => {
    const pinned = await Promise.all(two.gateways.map((each) => each.call('user-1', 'public', { version: '2.0.0' })));
    for (const reply of pinned) expect(reply).toMatchObject({ status: 200, version: '1.0.0' });
    expect(await two.steer('promote')).toMatchObject({ status: 409, code: 'wrong_status' });
    expect((await two.steer('start', { reason: 'mended', stage: 'everybody' })).body).toMatchObject({ run: 2 });
    await two.bothAre('running', 'everybody');
    const again = await two.gateways[1].call('user-1', 'public', { version: '2.0.0' });
    expect(again).toMatchObject({ version: '2.0.0', route: 'pinned' });
  });

  it('S7: after the last stage has both replicas back within half a second of the call that decides', async () => {
    await two.steer('promote');
    await two.bothAre('completed', 'everybody');
    await callsInTurn(two.gateways, 50, everybody);
    failing();
    const answers = await callsInTurn(two.gateways, 100, everybody);
    // The call that decides is one of them, the last of them at the latest.
    const decidedAtMs = answers.at(-1)!.answeredAtMs;
    await two.bothAre('rolled_back', 'everybody');
    const tookMs = Date.now() - decidedAtMs;
    healthy();
    expect(tookMs).toBeLessThan(SWITCHED_WITHIN_MS);
    console.info(`completed: ${tookMs} ms from the call that decided at the latest to both replicas`);
  });

  it('S7: announces every change on the bus, in the order of its revisions, whoever made it', async () => {
    const { body } = await two.gateways[0].ask('GET', '/v1/rollouts/tell_price/history?limit=200');
    const stored = (body['entries'] as { revision: number }[]).map(({ revision }) => revision).reverse();
    const transport = new KafkaTransport({ ...two.topics, clientId: 'gray' });
    await transport.connect(['plinth.skills.events']);
    const sink = new RecordingSink();
    const topics = ['plinth.skills.events'];
    const subscription = await transport.subscribe({ group: 'gray', topics, maxInFlight: 100, sink });
    const revisions = () => {
      const changes = sink.bodies.map((text) => JSON.parse(text) as { skill: string; revision: number });
      return [...new Set(changes.flatMap(({ skill, revision }) => (skill === 'tell_price' ? [revision] : [])))];
    };
    await sink.until(() => revisions().length >= stored.length);
    expect(revisions()).toEqual(stored);
    await subscription.drain(5_000);
    await transport.close();
  });

  it('S13: holds a candidate that nobody calls, also where the plan would promote by itself', async () => {
    const stage = { name: 'some', promotion: 'automatic', min_samples: 1 };
    await two.steer('configure', { candidate: '2.0.0', plan: { stages: [stage, { name: 'more' }] } }, 'tell_rarely');
    await two.steer('start', { reason: 'the scenario' }, 'tell_rarely');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await two.bothAre('running', 'some', 'tell_rarely');
  });

  it('S8: refuses the second stage to a skill that acts and offers no dry run, with the reason', async () => {
    await two.steer('configure', { candidate: '2.0.0' }, 'pay_price');
    await two.steer('start', { reason: 'the scenario' }, 'pay_price');
    const refused = await two.steer('promote', { reason: 'the scenario' }, 'pay_price');
    expect(refused).toMatchObject({ status: 409, code: 'shadow_not_possible' });
    expect(refused.message).toContain('shadow: never');
    await two.bothAre('running', 'internal', 'pay_price');
  });

  it('S7: goes on serving on a replica that has lost Redis, hears of changes all the same, and hands its counts over later', async () => {
    await two.steer('start', { reason: 'the scenario', stage: 'everybody' });
    await two.bothAre('running', 'everybody');
    const [, lonely] = two.gateways;
    lonely.wayToRedis.sever();
    const answers = await callsInTurn([lonely], 100, everybody);
    expect(answers.filter(({ status, lane }) => status !== 200 || lane !== 'candidate')).toEqual([]);
    await until('counts are held', 3_000, async () => (await lonely.metric('plinth_rollout_counts_held_total')) > 0);
    await two.steer('pause');
    await two.bothAre('paused', 'everybody');
    lonely.wayToRedis.mend();
    await until('the counts arrive', 10_000, async () => {
      const { body } = await two.gateways[0].ask('GET', '/v1/rollouts/tell_price');
      return Number(body['samples']) >= 100;
    });
  });
});
