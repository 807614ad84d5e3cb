import { Conversation, type TurnClient } from '@plinth/testing';
import { EmbeddedHome } from '../embedded/embedded-home';
import { wireFaults } from './wire-shape';

jest.setTimeout(120_000);

const USER = 'li';

describe('what every endpoint answers', () => {
  let home: EmbeddedHome;
  let client: TurnClient;
  let talk: Conversation;
  let turn: string;

  beforeAll(async () => {
    home = await EmbeddedHome.started();
    client = home.client;
    talk = new Conversation(client, { user_id: USER });
    await talk.say('我的邮箱是 wang@example.com');
    await talk.say('是的');
    turn = (await talk.say('查一下订单 DD20261101001')).turn_id;
  }, 120_000);
  afterAll(() => home.remove());

  const check = () => ({
    user_id: USER,
    user_text: '能退款吗',
    draft: { text: '七天内可以退款。', slots: {} },
    round: 0,
    locale: 'zh-CN',
    now: new Date().toISOString(),
    skill_results: [],
    facts: {},
  });

  it.each<{ call: string; path: () => string; body?: () => unknown; status?: number }>([
    { call: 'POST a turn', path: () => '/v1/turns', body: () => talk.words('我的邮箱是什么？') },
    { call: 'GET a turn', path: () => `/v1/turns/${turn}` },
    { call: 'POST a cancellation', path: () => `/v1/turns/${turn}/cancel` },
    { call: 'POST a recall', path: () => '/v1/memory/recall', body: () => ({ query: '邮箱', user_id: USER }) },
    { call: 'GET a session', path: () => `/v1/memory/sessions/${talk.session}` },
    { call: 'GET a user', path: () => `/v1/memory/users/${USER}` },
    { call: 'GET skills', path: () => '/v1/skills' },
    { call: 'GET a skill', path: () => '/v1/skills/get_order_status' },
    { call: 'GET a version', path: () => '/v1/skills/get_order_status/1.0.0' },
    { call: 'GET a rollout', path: () => '/v1/rollouts/get_order_status' },
    { call: 'PUT a rollout', path: () => '/v1/rollouts/get_order_status', body: () => ({ baseline: '1.0.0' }) },
    { call: 'GET policies', path: () => '/v1/reflection/policies' },
    { call: 'POST a check', path: () => '/v1/reflection/check', body: check },
    { call: 'GET parked keys', path: () => '/v1/parked' },
    { call: 'DELETE a user', path: () => `/v1/memory/users/${USER}` },
    { call: 'DELETE no session', path: () => '/v1/sessions/never-used', status: 404 },
  ])('$call: keys in snake_case, times in RFC 3339, nothing for a cache to keep', async (asked) => {
    const method = asked.call.slice(0, asked.call.indexOf(' '));
    const answer = await client.request<unknown>(method, asked.path(), asked.body?.());
    expect([answer.status, wireFaults(answer.body)]).toEqual([asked.status ?? 200, []]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('shows how the profile of a user came to be, with old and new values and when', async () => {
    const other = new Conversation(client, { user_id: 'changer' });
    for (const said of ['我的邮箱是 a@example.com', '是的']) await other.say(said);
    const { body } = await client.request<{ changes: unknown[] }>('GET', '/v1/memory/users/changer');
    expect(body.changes).toEqual([
      {
        key: 'email',
        old_value: null,
        new_value: 'a@example.com',
        cause: 'confirmed',
        at: expect.any(String) as string,
      },
    ]);
  });
});
