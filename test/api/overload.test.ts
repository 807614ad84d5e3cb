import { Conversation, until, type Answer } from '@plinth/testing';
import { CouponHouse } from './coupon-house';
import { errorOf } from './errors';

jest.setTimeout(120_000);

describe('more turns than are taken', () => {
  let house: CouponHouse;
  beforeAll(async () => {
    house = await CouponHouse.open({ PLINTH_TURNS_IN_FLIGHT: '2', PLINTH_EDGE_QUEUE: '1', PLINTH_SESSION_QUEUE: '1' });
  }, 120_000);
  afterAll(() => house.close());

  it('a session with too many turns waiting is told so, and the edge refuses what its queue cannot hold; all that were accepted complete', async () => {
    const release = house.hold();
    const talk = new Conversation(house.client);
    const begin = (key: string) =>
      house.client.turn(house.coupon(talk), { 'idempotency-key': key, prefer: 'respond-async' });
    const first = await begin('one');
    await until('the effect', 20_000, () => house.effectsOf(first.body.turn_id) === 1);
    expect((await begin('two')).status).toBe(202);
    const full = await begin('three');
    expect(errorOf(full)).toMatchObject({ status: 429, code: 'session_queue_full' });
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);

    const another = new Conversation(house.client);
    const inFlight = house.client.turn(house.coupon(another));
    await until(
      'the second in flight; what waits in a session holds no slot',
      20_000,
      () => house.provider.effects.length === 2,
    );
    const more = Array.from({ length: 3 }, () => house.client.turn(house.coupon(new Conversation(house.client))));
    const refusals: Answer[] = [];
    for (const turn of more) void turn.then((answer) => answer.status === 429 && refusals.push(answer));
    await until('two refusals', 20_000, () => refusals.length === 2);
    for (const refusal of refusals) {
      expect(errorOf(refusal)).toMatchObject({ status: 429, code: 'overloaded' });
      expect(refusal.body.error?.retryable).toBe(true);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }

    release();
    const statuses = await Promise.all([inFlight, ...more].map(async (turn) => (await turn).status));
    expect(statuses.sort()).toEqual([200, 200, 429, 429]);
    for (const key of ['one', 'two', 'three']) {
      const { body } = await house.client.untilFinal(house.coupon(talk), 20_000, key);
      expect(body.status).toBe('completed');
    }
  });
});
