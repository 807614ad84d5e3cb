import { randomUUID } from 'node:crypto';
import { Conversation, until } from '@plinth/testing';
import { ASK_FOR_COUPON, CouponHouse } from './coupon-house';
import { errorOf } from './errors';

jest.setTimeout(120_000);

describe('the life of a turn', () => {
  let house: CouponHouse;
  beforeAll(async () => {
    house = await CouponHouse.open();
  }, 120_000);
  afterAll(() => house.close());

  const effectOf = (turn: string) => until('the effect', 20_000, () => house.effectsOf(turn) === 1);
  const endOf = (turn: string) =>
    until('the end of the turn', 20_000, async () => {
      const { body } = await house.client.read(turn);
      return body.status === 'running' ? undefined : body;
    });

  it('T1: explains itself by its events in order, each from a service and with its cause', async () => {
    const { turn_id } = await new Conversation(house.client).say(ASK_FOR_COUPON);
    const events = (await house.client.read(turn_id)).body.events ?? [];
    expect(events.map(({ seq }) => seq)).toEqual([...events.map(({ seq }) => seq)].sort((a, b) => a - b));
    expect(events[0]?.type).toBe('turn.requested.v1');
    expect(events.at(-1)?.type).toBe('turn.completed.v1');
    const replies = {
      'memory.assembled.v1': 'memory',
      'skill.succeeded.v1': 'skill-gateway',
      'memory.committed.v1': 'memory',
      'verdict.reached.v1': 'reflection',
    };
    for (const [type, service] of Object.entries(replies)) {
      const event = events.find((candidate) => candidate.type === type);
      expect(event).toMatchObject({ service, cause: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
      expect(event?.duration_ms).toBeGreaterThanOrEqual(0);
      expect(Date.parse(event?.at ?? '')).not.toBeNaN();
    }
  });

  it('X2: goes on when its client disconnects', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const client = new AbortController();
    const before = house.provider.effects.length;
    const gone = fetch(`${house.client.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'gone' },
      body: JSON.stringify(house.coupon(talk)),
      signal: client.signal,
    }).catch((error: unknown) => error);
    await until('the effect', 20_000, () => house.provider.effects.length > before);
    client.abort();
    expect(await gone).toMatchObject({ name: 'AbortError' });
    release();
    const { body } = await house.client.untilFinal(house.coupon(talk), 20_000, 'gone');
    expect(body.status).toBe('completed');
    expect(house.effectsOf(body.turn_id)).toBe(1);
  });

  it('T7: turns of one session run in the order of their acceptance while other sessions go on', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const texts = ['甲', '乙', '丙'].map((word) => `${word}：${ASK_FOR_COUPON}`);
    const accepted: string[] = [];
    for (const text of texts)
      accepted.push((await house.client.turn(talk.words(text), { prefer: 'respond-async' })).body.turn_id);
    await effectOf(accepted[0] ?? '');
    expect(await new Conversation(house.client).hear('你好')).toContain('您好');
    expect(house.provider.effects.filter(({ turn }) => accepted.includes(turn))).toHaveLength(1);
    release();
    for (const turn of accepted) expect((await endOf(turn)).status).toBe('completed');
    expect(house.provider.effects.filter(({ turn }) => accepted.includes(turn)).map(({ text }) => text)).toEqual(texts);
  });

  it('T7: a turn that waits is cancelled before it does anything, and the one in flight ends after its effect', async () => {
    const talk = new Conversation(house.client);
    const release = house.hold();
    const [first = '', second = '', third = ''] = await Promise.all(
      ['一', '二', '三'].map(
        async (word) =>
          (await house.client.turn(talk.words(`${word}${ASK_FOR_COUPON}`), { prefer: 'respond-async' })).body.turn_id,
      ),
    ).then((turns) => turns);
    const running = await until('one in flight', 20_000, () =>
      [first, second, third].find((turn) => house.effectsOf(turn) === 1),
    );
    const waiting = [first, second, third].filter((turn) => turn !== running);
    const [stopped = '', kept = ''] = waiting;
    const cancel = (turn: string) => house.client.request('POST', `/v1/turns/${turn}/cancel`);
    expect((await cancel(stopped)).status).toBe(200);
    expect((await endOf(stopped)).status).toBe('cancelled');
    expect((await cancel(running)).status).toBe(202);
    release();
    expect((await endOf(running)).status).toBe('cancelled');
    expect((await endOf(kept)).status).toBe('completed');
    expect([stopped, running, kept].map((turn) => house.effectsOf(turn))).toEqual([0, 1, 1]);
    const events = (await house.client.read(running)).body.events ?? [];
    expect(events.map(({ type }) => type)).toContain('skill.succeeded.v1');
    expect(await cancel(kept)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('a session that was ended takes no more turns, and memory forgets its state', async () => {
    const talk = new Conversation(house.client);
    await talk.say('我的暗号是 蓝鲸-4471');
    expect((await house.client.request('DELETE', `/v1/sessions/${talk.session}`)).status).toBe(204);
    expect(errorOf(await house.client.turn(talk.words('你好')))).toMatchObject({ status: 410, code: 'session_ended' });
    expect((await house.client.request('DELETE', `/v1/sessions/${talk.session}`)).status).toBe(204);
    await until('no trace of the session', 20_000, async () => {
      const { status, body } = await house.client.request<unknown>('GET', `/v1/memory/sessions/${talk.session}`);
      return status === 404 || !JSON.stringify(body).includes('蓝鲸');
    });
    expect(await talk.later().hear('我的暗号是什么？')).not.toContain('蓝鲸');
  });

  it('M20: a session is its first user’s: for another user, by whatever name, there is none', async () => {
    const talk = new Conversation(house.client);
    await talk.say('我的暗号是 蓝鲸-4471');
    const others = [
      { user_id: 'somebody-else' },
      { user: { channel: 'web', external_id: talk.speaker.user_id ?? '' } },
    ];
    for (const other of others) {
      const answer = await house.client.turn({ session_id: talk.session, ...other, text: '我的暗号是什么？' });
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'session_not_found' });
      expect(JSON.stringify(answer.body)).not.toContain('蓝鲸');
    }
  });

  it('M20: a user of a channel is the same user in another session', async () => {
    const user = { channel: 'wechat', external_id: `openid-${randomUUID()}` };
    const talk = new Conversation(house.client, { user });
    await talk.say('我的邮箱是 wei@example.com');
    await talk.say('是的');
    expect(await talk.later().hear('我的邮箱是什么？')).toContain('wei@example.com');
  });
});
