import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Conversation, type TurnClient } from '@plinth/testing';
import { EmbeddedHome } from '../embedded/embedded-home';
import { errorOf } from './errors';

jest.setTimeout(120_000);

const LONE_SURROGATE = '\\ud800';

describe('bad input', () => {
  let home: EmbeddedHome;
  let client: TurnClient;

  beforeAll(async () => {
    home = await EmbeddedHome.started();
    client = home.client;
  }, 120_000);
  afterAll(() => home.remove());
  afterEach(async () => {
    // Whatever was sent, the next user is served.
    await new Conversation(client).say('你好');
  });

  const good = () => ({ session_id: randomUUID(), user_id: 'u1', text: '你好' });
  const post = (body: unknown) => client.request('POST', '/v1/turns', body);
  const refused = async (over: Record<string, unknown>) => errorOf(await post({ ...good(), ...over }));

  it('S3: names the field and the rule of what is missing, empty, of another type, or unknown', async () => {
    expect(await refused({ text: undefined })).toMatchObject({ status: 400, field: 'text', rule: 'required' });
    expect(await refused({ text: '' })).toMatchObject({ status: 400, field: 'text', rule: 'not_empty' });
    expect(await refused({ text: ' \n\t　' })).toMatchObject({ status: 400, field: 'text', rule: 'not_empty' });
    expect(await refused({ text: 7 })).toMatchObject({ status: 400, field: 'text', rule: 'type' });
    expect(await refused({ colour: 'red' })).toMatchObject({ status: 400, field: 'colour', rule: 'unknown_field' });
    expect(await refused({ user: { channel: 'wechat' }, user_id: undefined })).toMatchObject({
      status: 400,
      field: 'user.external_id',
    });
    expect(await refused({ user: { channel: 'wechat', external_id: 'x' } })).toMatchObject({
      status: 400,
      rule: 'one_user',
    });
    expect(await refused({ user_id: undefined })).toMatchObject({ status: 400, field: 'user_id', rule: 'required' });
    expect(await refused({ session_id: undefined })).toMatchObject({
      status: 400,
      field: 'session_id',
      rule: 'required',
    });
    expect(await refused({ locale: 'no such locale' })).toMatchObject({ status: 400, field: 'locale', rule: 'locale' });
    expect(await refused({ time_zone: 'Mars/Base' })).toMatchObject({
      status: 400,
      field: 'time_zone',
      rule: 'time_zone',
    });
    expect(await refused({ attributes: [1] })).toMatchObject({ status: 400, field: 'attributes' });
    expect(await refused({ attributes: { note: 'x'.repeat(20_000) } })).toMatchObject({
      status: 400,
      field: 'attributes',
    });
  });

  it('answers 413 to a text of 1 MB, and names the limit to one that is a little too long', async () => {
    expect(await refused({ text: 'x'.repeat(1_000_000) })).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(await refused({ text: '长'.repeat(11_000) })).toMatchObject({
      status: 400,
      field: 'text',
      rule: 'max_bytes',
    });
  });

  it.each(['', '{', '{"text":', 'null', '[]', '"text"', 'text=1', '{"text":"a"}}', '[['.repeat(2_000)])(
    'refuses %j as a body',
    async (body) => {
      expect(
        errorOf(await client.request('POST', '/v1/turns', body, { 'content-type': 'application/json' })).status,
      ).toBe(400);
    },
  );

  it('refuses a body of another media type, and bytes that are no UTF-8', async () => {
    const other = await client.request('POST', '/v1/turns', JSON.stringify(good()), { 'content-type': 'text/plain' });
    expect(errorOf(other)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    const sent = Buffer.concat([
      Buffer.from('{"session_id":"s","user_id":"u","text":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const answer = await fetch(`${client.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    });
    const answered = { status: answer.status, headers: answer.headers, body: await answer.json() };
    expect(errorOf(answered)).toMatchObject({ status: 400, code: 'invalid_text', rule: 'invalid_utf8' });
  });

  it.each(['session_id', 'user_id'])('M20: refuses every %s that could not be a key of its own', async (field) => {
    for (const odd of [
      '',
      ' ',
      ' a',
      'a ',
      'a\u0000b',
      'a\nb',
      'a\u0007b',
      'a\u202eb',
      'a\u200db',
      'x'.repeat(129),
      7,
      null,
      ['a'],
      { a: 1 },
    ]) {
      expect(await refused({ [field]: odd })).toMatchObject({ status: 400, field });
    }
  });

  it.each(['text', 'session_id', 'user_id'])(
    'refuses half of a surrogate pair and U+0000 in %s by name',
    async (field) => {
      for (const [escape, rule] of [
        [LONE_SURROGATE, 'lone_surrogate'],
        ['\\u0000', 'nul_character'],
      ] as const) {
        const body = JSON.stringify({ ...good(), [field]: 'MARK' }).replace('MARK', `a${escape}b`);
        const answer = await client.request('POST', '/v1/turns', body);
        expect(errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_text', field, rule });
      }
    },
  );

  it('takes ids in any script, emoji and separators of paths, SQL and templates, and keeps them apart', async () => {
    for (const id of [
      '会话-1',
      '😀',
      'a/b/../c',
      "a'; DROP TABLE sessions;--",
      '{{slots.x}}',
      'a:b{c}',
      '%00',
      '__proto__',
      'x'.repeat(128),
    ]) {
      const talk = new Conversation(client, { user_id: id }, `${id}`.slice(0, 100));
      await talk.say('我的暗号是 蓝鲸-4471');
      expect(await talk.hear('我的暗号是什么？')).toContain('蓝鲸-4471');
    }
  });

  it.each(['', ' ', 'a b', '键', 'x'.repeat(256)])('refuses %j as an Idempotency-Key', async (key) => {
    const status = await raw(
      client.url,
      { 'Idempotency-Key': Buffer.from(key, 'utf8').toString('latin1') },
      JSON.stringify(good()),
    );
    expect(status).toBe(400);
  });

  it('answers unknown routes, turns, sessions and methods in the same shape', async () => {
    expect(errorOf(await client.request('GET', '/v1/nothing'))).toMatchObject({ status: 404, code: 'not_found' });
    const wrong = await client.request('PUT', '/v1/turns', {});
    expect(errorOf(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(wrong.headers.get('allow')).toBe('POST');
    for (const id of [randomUUID(), 'x', '%00', encodeURIComponent("' OR 1=1")]) {
      expect(errorOf(await client.read(id))).toMatchObject({ status: 404, code: 'turn_not_found' });
      expect(errorOf(await client.request('POST', `/v1/turns/${id}/cancel`))).toMatchObject({ status: 404 });
    }
    expect(errorOf(await client.request('DELETE', `/v1/sessions/${randomUUID()}`))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    expect([400, 404]).toContain(errorOf(await client.request('DELETE', '/v1/sessions/%00')).status);
    expect(errorOf(await client.request('GET', '/v1/skills/nothing'))).toMatchObject({ status: 404 });
    expect([400, 404]).toContain(errorOf(await client.request('GET', '/%E0%A4%A')).status);
  });

  it('a web page of another site is refused, although no key is asked for on loopback', async () => {
    const foreign = await client.request('GET', '/v1/skills', undefined, { origin: 'https://evil.example' });
    expect(errorOf(foreign)).toMatchObject({ status: 403, code: 'foreign_origin' });
    expect((await client.request('GET', '/v1/skills')).status).toBe(200);
  });

  it('echoes the request id of the caller if it is one, in the header and in the error', async () => {
    const mine = await client.request('POST', '/v1/turns', {}, { 'x-request-id': 'mine-1' });
    expect(mine.headers.get('x-request-id')).toBe('mine-1');
    errorOf(mine);
    const odd = await client.request('POST', '/v1/turns', {}, { 'x-request-id': 'a b"c' });
    expect(odd.headers.get('x-request-id')).not.toBe('a b"c');
    errorOf(odd);
  });
});

/** A request whose headers may hold what a well-behaved client would not send. */
function raw(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/v1/turns`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
