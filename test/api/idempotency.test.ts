import { Conversation, until } from '@plinth/testing';
import { ASK_FOR_COUPON, CouponHouse } from './coupon-house';
import { errorOf } from './errors';

jest.setTimeout(120_000);

describe('Idempotency-Key', () => {
  let house: CouponHouse;
  beforeAll(async () => {
    house = await CouponHouse.open();
  }, 120_000);
  afterAll(() => house.close());

  it('T8 X2: the same key gives the same turn and the same answer, and nothing happens a second time', async () => {
    const talk = new Conversation(house.client);
    const first = await talk.say(ASK_FOR_COUPON, { 'idempotency-key': 'k1' });
    expect(first.reply.text).toContain('办好了');
    for (let again = 0; again < 3; again += 1)
      expect(await talk.say(ASK_FOR_COUPON, { 'idempotency-key': 'k1' })).toEqual(first);
    expect(house.effectsOf(first.turn_id)).toBe(1);
    const another = await talk.say(ASK_FOR_COUPON, { 'idempotency-key': 'k2' });
    expect(another.turn_id).not.toBe(first.turn_id);
  });

  it('T8: the same key sent at the same time is one turn', async () => {
    const talk = new Conversation(house.client);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => talk.say(ASK_FOR_COUPON, { 'idempotency-key': 'at-once' })),
    );
    expect(new Set(answers.map(({ turn_id, reply }) => `${turn_id} ${reply.text}`)).size).toBe(1);
    expect(house.effectsOf(answers[0]?.turn_id ?? '')).toBe(1);
  });

  it('T8: the same key with another body is a conflict, however the bodies differ, while it runs and after it ended', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const running = house.client.turn(house.coupon(talk), { 'idempotency-key': 'k' });
    await until(
      'the effect',
      20_000,
      () => house.provider.effects.some(({ text }) => text === ASK_FOR_COUPON) && house.provider.calls.length > 0,
    );
    const others = [
      { ...house.coupon(talk), text: `${ASK_FOR_COUPON}。` },
      { ...house.coupon(talk), locale: 'en' },
      { ...house.coupon(talk), attributes: { level: 'vip' } },
    ];
    const conflict = { status: 409, code: 'idempotency_key_reused', field: 'Idempotency-Key' };
    for (const other of others)
      expect(errorOf(await house.client.turn(other, { 'idempotency-key': 'k' }))).toMatchObject(conflict);
    release();
    const { body } = await running;
    for (const other of others)
      expect(errorOf(await house.client.turn(other, { 'idempotency-key': 'k' }))).toMatchObject(conflict);
    expect(house.effectsOf(body.turn_id)).toBe(1);
  });

  it('T8: the same key of another user or session is another turn', async () => {
    const [one, two] = [new Conversation(house.client), new Conversation(house.client)];
    const turns = await Promise.all(
      [one, two, one.later()].map((talk) => talk.say('你好', { 'idempotency-key': 'shared' })),
    );
    expect(new Set(turns.map(({ turn_id }) => turn_id)).size).toBe(3);
  });

  it('the order of the fields of a body does not make it another body', async () => {
    const talk = new Conversation(house.client);
    const first = await talk.say('你好', { 'idempotency-key': 'order' });
    const turned = Object.fromEntries(Object.entries(talk.words('你好')).reverse());
    expect((await house.client.request('POST', '/v1/turns', turned, { 'idempotency-key': 'order' })).body).toEqual(
      first,
    );
  });

  it('T6: respond-async is answered 202 at once, and the same key again waits for the same turn', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const headers = { 'idempotency-key': 'async' };
    const accepted = await house.client.turn(house.coupon(talk), { ...headers, prefer: 'respond-async' });
    expect(accepted).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(accepted.headers.get('location')).toBe(`/v1/turns/${accepted.body.turn_id}`);
    expect((await house.client.read(accepted.body.turn_id)).body.status).toBe('running');
    let answered = false;
    const waiting = house.client.turn(house.coupon(talk), headers).finally(() => (answered = true));
    await until('the effect', 20_000, () => house.effectsOf(accepted.body.turn_id) === 1);
    expect(answered).toBe(false);
    release();
    const { status, body } = await waiting;
    expect([status, body.turn_id, body.status]).toEqual([200, accepted.body.turn_id, 'completed']);
    expect(house.effectsOf(body.turn_id)).toBe(1);
  });
});

describe('a turn that takes longer than its client waits', () => {
  let house: CouponHouse;
  beforeAll(async () => {
    house = await CouponHouse.open({ PLINTH_TURN_WAIT_TIMEOUT: '300ms' });
  }, 120_000);
  afterAll(() => house.close());

  it('T6: is answered 202 when the wait is over, and by its end when asked again', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const headers = { 'idempotency-key': 'long' };
    expect(await house.client.turn(house.coupon(talk), headers)).toMatchObject({
      status: 202,
      body: { status: 'running' },
    });
    release();
    const { body } = await house.client.untilFinal(house.coupon(talk), 20_000, 'long');
    expect(body.status).toBe('completed');
    expect(house.effectsOf(body.turn_id)).toBe(1);
  });
});
