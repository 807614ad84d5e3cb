import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureHost, startHost, type RunningHost } from '@plinth/platform';
import { createLogger } from '@plinth/telemetry';
import type { Answer, TurnView } from '@plinth/testing';
import { orchestratorService } from '../../../app.module';
import { POLICY_YAML, REFUND_YAML } from '../../../domain/flow/refund-flow.stage';
import { turnBody, type TurnBody } from './turn-body';
import { script, scriptedNeighbours } from './scripted-neighbours.stage';

jest.setTimeout(60_000);

describe('the public API on the embedded profile', () => {
  let folder: string;
  let host: RunningHost;
  let sessions = 0;

  const start = async (environment: Record<string, string> = {}) => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const config = configureHost([orchestratorService, ...scriptedNeighbours], {
      PLINTH_DATA_DIR: folder,
      PLINTH_FLOWS_DIR: join(folder, 'flows'),
      PLINTH_TURN_WAIT_TIMEOUT: '10s',
      PLINTH_LOG_LEVEL: 'warn',
      ...environment,
    });
    return startHost(config, { port: 0, logger });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-orchestrator-'));
    await mkdir(join(folder, 'flows'));
    await writeFile(join(folder, 'flows', 'refund.yaml'), REFUND_YAML);
    await writeFile(join(folder, 'flows', 'policy.yaml'), POLICY_YAML);
    host = await start();
  }, 120_000);
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    script.moods.clear();
    script.received.length = 0;
  });

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text === '' ? '{}' : text) as TurnView,
    };
  };
  const freshSession = () => `s-${process.pid}-${(sessions += 1)}`;
  const say = (session: string, text: string, headers: Record<string, string> = {}) =>
    call('POST', '/v1/turns', { session_id: session, user_id: 'u1', text }, headers);
  const ended = async (turn: string): Promise<Answer> => {
    for (;;) {
      const answer = await call('GET', `/v1/turns/${turn}`);
      if (answer.body.status !== 'running') return answer;
      await new Promise((soon) => setTimeout(soon, 20));
    }
  };

  it('O10: holds a conversation through a flow with eight messages a turn, and shows its events', async () => {
    const session = freshSession();
    const asked = await say(session, '我要退款 A1001', { 'x-request-id': 'req-1' });
    expect(asked).toMatchObject({
      status: 200,
      body: {
        request_id: 'req-1',
        status: 'completed',
        reply: { text: '订单 A1001 可退 199 元，确认退款吗？', notices: [] },
        usage: { messages: 8 },
      },
    });
    expect(asked.body.steps.map((step) => step.name)).toEqual([
      'memory.assemble',
      'skill.invoke',
      'memory.commit',
      'reflection.check',
    ]);
    const done = await say(session, '是的');
    expect(done.body.reply.text).toBe('已为您申请退款 199 元，预计3个工作日到账。');
    expect(done.body.reply.evidence).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'skill', skill: 'refund_process', version: '1.0.0' })]),
    );
    const shown = await call('GET', `/v1/turns/${done.body.turn_id}`);
    expect(shown.body.events?.map((event) => event.seq)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    const previous = script.received.filter(({ type }) => type === 'memory.assemble.v1').at(-1)?.data['previous'];
    expect(previous).toMatchObject({ turn_id: asked.body.turn_id, reply: asked.body.reply.text });
  });

  it('T8: answers a repeated key with the same turn and no second effect, and 409 for another body', async () => {
    const session = freshSession();
    const key = { 'idempotency-key': 'k1' };
    const [first, again] = await Promise.all([say(session, '退款政策', key), say(session, '退款政策', key)]);
    expect(again.body.turn_id).toBe(first.body.turn_id);
    expect(script.received.filter(({ type }) => type === 'memory.commit.v1')).toHaveLength(1);
    expect(await say(session, '退款', key)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused', retryable: false } },
    });
  });

  it.each(Object.keys(turnBody.shape))(
    'T8: a key that comes again with another `%s` is never answered with the turn of the first body',
    async (field) => {
      const session = freshSession();
      const body = {
        session_id: session,
        user_id: 'u1',
        text: '退款政策',
        locale: 'zh-CN',
        time_zone: 'Asia/Shanghai',
        attributes: { vip: true },
      };
      const others: Record<keyof TurnBody, object[]> = {
        session_id: [{ session_id: freshSession() }],
        user_id: [{ user_id: 'u2' }],
        user: [{ user_id: undefined, user: { channel: 'wechat', external_id: 'u1' } }],
        text: [{ text: '退款政策？' }],
        locale: [{ locale: 'en-GB' }, { locale: undefined }],
        time_zone: [{ time_zone: 'Europe/Berlin' }, { time_zone: undefined }],
        attributes: [{ attributes: { vip: false } }, { attributes: undefined }],
      };
      const key = { 'idempotency-key': 'k1' };
      const first = await call('POST', '/v1/turns', body, key);
      expect(first.status).toBe(200);
      const changes = others[field as keyof TurnBody];
      expect(changes).toBeDefined();
      for (const change of changes) {
        const other = await call('POST', '/v1/turns', { ...body, ...change }, key);
        // Session and user are part of what a key means; the rest of the body has to be the same.
        expect(other.status).toBe({ session_id: 200, user_id: 404, user: 404 }[field] ?? 409);
        expect(other.body.turn_id).not.toBe(first.body.turn_id);
      }
      expect((await call('POST', '/v1/turns', body, key)).body).toEqual(first.body);
    },
  );

  it('R5: releases a reply whose check never comes after 500 ms, with its notice', async () => {
    script.moods.set('reflection.check.v1', 'silent');
    const { body } = await say(freshSession(), 'policy please');
    expect(body).toMatchObject({
      status: 'completed',
      reflection: { outcome: 'skipped', reflection_skipped: true, reason: 'timeout' },
    });
    expect(body.reply.text).toContain('This reply was not checked in depth');
    expect(body.usage.duration_ms).toBeLessThan(3_000);
  });

  it('answers 202 at once when asked to, and the turn goes on', async () => {
    const soon = await say(freshSession(), '退款政策', { prefer: 'respond-async' });
    expect(soon).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(soon.headers.get('location')).toBe(`/v1/turns/${soon.body.turn_id}`);
    expect(soon.headers.get('preference-applied')).toBe('respond-async');
    expect(soon.headers.get('retry-after')).toBe('1');
    expect((await ended(soon.body.turn_id)).body.status).toBe('completed');
  });

  it('T7: cancels a waiting turn, ends a session, and accepts nothing more in it', async () => {
    script.moods.set('memory.assemble.v1', 'silent');
    const session = freshSession();
    const { body } = await say(session, '退款', { prefer: 'respond-async' });
    expect(await call('POST', `/v1/turns/${body.turn_id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect((await call('DELETE', `/v1/sessions/${session}`)).status).toBe(204);
    expect((await call('DELETE', `/v1/sessions/${session}`)).status).toBe(204);
    expect(await say(session, '你好')).toMatchObject({ status: 410, body: { error: { code: 'session_ended' } } });
    expect((await call('DELETE', '/v1/sessions/never-used')).status).toBe(404);
    expect((await call('GET', '/v1/turns/no-such-turn')).status).toBe(404);
  });

  it('binds a session to its first user', async () => {
    const session = freshSession();
    await say(session, '退款政策');
    const other = await call('POST', '/v1/turns', {
      session_id: session,
      user: { channel: 'wechat', external_id: 'x' },
      text: '你好',
    });
    expect(other).toMatchObject({ status: 404, body: { error: { code: 'session_not_found' } } });
  });

  it.each([
    ['an empty text', { text: ' \n' }, 'text'],
    ['no text', { text: undefined }, 'text'],
    ['a text beyond 32 kB', { text: '长'.repeat(11_000) }, 'text'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an odd session id', { session_id: ' a\n' }, 'session_id'],
    ['two users at once', { user: { channel: 'c', external_id: 'e' } }, 'user'],
    ['a time zone that is none', { time_zone: 'Moon/Crater' }, 'time_zone'],
    ['a locale that is none', { locale: '!!' }, 'locale'],
    ['a space that is no name', { attributes: { space: 7 } }, 'attributes.space'],
    ['half a surrogate pair', { text: '\ud83d' }, 'text'],
  ])('refuses %s by field, with a code', async (_case, over, field) => {
    const answer = await call('POST', '/v1/turns', { session_id: 's', user_id: 'u1', text: 'x', ...over });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: expect.stringMatching(/^invalid_/),
      field,
      retryable: false,
      request_id: expect.any(String),
    });
  });

  it('takes Chinese ids and emoji, and refuses a key of blanks', async () => {
    expect((await say(`会话-${freshSession()}`, '退款政策 👍')).status).toBe(200);
    expect(await say(freshSession(), '你好', { 'idempotency-key': 'a b' })).toMatchObject({
      status: 400,
      body: { error: { field: 'Idempotency-Key' } },
    });
  });

  it('X2: a stop answers whoever waits for a turn with 202 and its place, and the turn completes after the restart', async () => {
    script.moods.set('skill.invoke.v1', 'silent');
    const waiting = say(freshSession(), '退款 A1001');
    while (!script.received.some(({ type }) => type === 'skill.invoke.v1'))
      await new Promise((soon) => setTimeout(soon, 20));
    const began = performance.now();
    const closed = host.close();
    const answer = await waiting;
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(answer).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(answer.headers.get('location')).toBe(`/v1/turns/${answer.body.turn_id}`);
    expect(answer.headers.get('preference-applied')).toBeNull();
    await closed;
    script.moods.clear();
    host = await start({ PLINTH_RESEND_INTERVAL: '200ms', PLINTH_SWEEP_INTERVAL: '200ms' });
    expect((await ended(answer.body.turn_id)).body).toMatchObject({
      status: 'completed',
      reply: { text: expect.stringContaining('A1001') },
    });
  });

  it('X2: goes on with a waiting turn after a restart, and keeps what was said', async () => {
    script.moods.set('memory.commit.v1', 'silent');
    const session = freshSession();
    const { body } = await say(session, '退款 A1001', { prefer: 'respond-async' });
    while (!script.received.some(({ type }) => type === 'memory.commit.v1'))
      await new Promise((soon) => setTimeout(soon, 20));
    await host.close();
    script.moods.clear();
    host = await start({ PLINTH_RESEND_INTERVAL: '200ms', PLINTH_SWEEP_INTERVAL: '200ms' });
    expect((await ended(body.turn_id)).body).toMatchObject({
      status: 'completed',
      reply: { text: expect.stringContaining('A1001') },
    });
    expect((await say(session, '是')).body.reply.text).toContain('已为您申请退款');
    const effects = script.received.filter(({ data }) => data['skill'] === 'refund_process');
    expect(new Set(effects.map(({ id }) => id)).size).toBe(1);
  });
});
