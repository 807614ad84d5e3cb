import { Conversation, until } from '@plinth/testing';
import { CouponHouse } from './coupon-house';

jest.setTimeout(180_000);

describe('a stop while a client waits for its turn', () => {
  let house: CouponHouse;
  beforeAll(async () => {
    house = await CouponHouse.open({ PLINTH_DRAIN_TIMEOUT: '2s' });
  }, 120_000);
  afterAll(() => house.close());

  it('X2: SIGTERM with a turn in flight: 202 with Location within 2 s, and the turn completes after the restart', async () => {
    const release = house.hold();
    const waiting = house.client.turn(house.coupon(new Conversation(house.client)));
    await until('the effect', 20_000, () => house.provider.effects.length > 0);
    const began = performance.now();
    const stopped = house.end('SIGTERM');
    const { status, headers, body } = await waiting;
    expect(performance.now() - began).toBeLessThan(2_000);
    expect([status, headers.get('location')]).toEqual([202, `/v1/turns/${body.turn_id}`]);
    await stopped;
    release();
    await house.start();
    const ended = await until('the end of the turn', 60_000, async () => {
      const answer = await house.client.read(body.turn_id);
      return answer.body.status === 'running' ? undefined : answer.body;
    });
    expect(ended.status).toBe('completed');
    expect(house.effectsOf(body.turn_id)).toBe(1);
  });
});
