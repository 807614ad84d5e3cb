import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Conversation, EMBEDDED_ARGS, runToEnd, TurnClient } from '@plinth/testing';
import { EmbeddedHome } from '../embedded/embedded-home';
import { errorOf } from './errors';

jest.setTimeout(120_000);

const ENTRIES = {
  acme: { tenant: 'acme', scopes: ['turns', 'memory', 'act-as'] },
  globex: { tenant: 'globex', scopes: ['turns', 'memory', 'act-as', 'admin'] },
  li: { tenant: 'acme', scopes: ['turns', 'memory'], user_id: 'li' },
  wang: { tenant: 'acme', scopes: ['turns', 'memory'], user_id: 'wang' },
  reader: { tenant: 'acme', scopes: ['memory'], user_id: 'li' },
} as const;
type KeyName = keyof typeof ENTRIES;

describe('with a file of API keys', () => {
  let home: EmbeddedHome;
  const as = (name: KeyName) => new TurnClient(home.client.url, `key-of-${name}`);
  const talkAs = (name: KeyName, user?: string, session: string = randomUUID()) =>
    new Conversation(as(name), user === undefined ? {} : { user_id: user }, session);

  beforeAll(async () => {
    const entries = Object.entries(ENTRIES).map(([name, rights]) => ({
      name,
      key_sha256: createHash('sha256').update(`key-of-${name}`).digest('hex'),
      ...rights,
    }));
    const file = await EmbeddedHome.make();
    const path = join(file.dataDir, 'keys.json');
    await writeFile(path, JSON.stringify(entries));
    home = await EmbeddedHome.started({ PLINTH_API_KEYS: path });
    await file.remove();
  }, 120_000);
  afterAll(() => home.remove());

  it('M20: nobody is served without a key, with an unknown one, or beyond the scopes of his own', async () => {
    const anonymous = await home.client.turn({ session_id: 's', user_id: 'li', text: '你好' });
    expect(errorOf(anonymous)).toMatchObject({ status: 401, code: 'api_key_required' });
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    const stranger = new TurnClient(home.client.url, 'key-of-nobody');
    expect(errorOf(await stranger.read(randomUUID()))).toMatchObject({ status: 401, code: 'api_key_unknown' });
    expect(errorOf(await as('reader').turn({ session_id: 's', text: '你好' })).status).toBe(403);
    expect(errorOf(await as('li').request('PUT', '/v1/rollouts/refund_process', {})).status).toBe(403);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(`${home.client.url}${path}`)).status).toBe(200);
  });

  it('M20: only scope act-as names users; a key of one user speaks, reads and ends for that user alone', async () => {
    const mine = talkAs('li');
    const turn = await mine.say('我的邮箱是 li@example.com');
    await mine.say('是的');
    expect(errorOf(await as('li').turn({ session_id: randomUUID(), user_id: 'wang', text: '你好' }))).toMatchObject({
      status: 403,
      code: 'may_not_act_as',
    });
    expect(
      errorOf(
        await as('li').turn({ session_id: randomUUID(), user: { channel: 'web', external_id: 'wang' }, text: '你好' }),
      ).status,
    ).toBe(403);
    expect(errorOf(await as('wang').read(turn.turn_id))).toMatchObject({ status: 404, code: 'turn_not_found' });
    expect(errorOf(await as('wang').request('POST', `/v1/turns/${turn.turn_id}/cancel`)).status).toBe(404);
    expect(errorOf(await as('wang').request('DELETE', `/v1/sessions/${mine.session}`))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    expect(errorOf(await as('wang').request('GET', `/v1/memory/sessions/${mine.session}`)).status).toBe(404);
    expect(errorOf(await as('wang').request('GET', '/v1/memory/users/li')).status).toBe(403);
    expect(errorOf(await as('wang').request('DELETE', '/v1/memory/users/li')).status).toBe(403);
    expect((await as('li').read(turn.turn_id)).status).toBe(200);
    expect((await as('acme').read(turn.turn_id)).status).toBe(200);
    expect(await talkAs('acme', 'li').hear('我的邮箱是什么？')).toContain('li@example.com');
  });

  it('M20: two tenants share nothing, though user, session and key are named alike', async () => {
    const session = randomUUID();
    const [ours, theirs] = [talkAs('acme', 'zhao', session), talkAs('globex', 'zhao', session)];
    const said = await ours.say('我的邮箱是 zhao@example.com', { 'idempotency-key': 'same' });
    await ours.say('是的');
    const other = await theirs.say('我的邮箱是什么？', { 'idempotency-key': 'same' });
    expect(other.turn_id).not.toBe(said.turn_id);
    expect(other.reply.text).toContain('我还不知道您的邮箱');
    expect(JSON.stringify(other)).not.toContain('zhao@example.com');
    expect(errorOf(await as('globex').read(said.turn_id))).toMatchObject({ status: 404, code: 'turn_not_found' });
    expect(JSON.stringify((await as('globex').request('GET', '/v1/memory/users/zhao')).body)).not.toContain(
      'zhao@example.com',
    );
    const recalled = await as('globex').request('POST', '/v1/memory/recall', {
      user_id: 'zhao',
      query: '邮箱 zhao@example.com',
    });
    expect(recalled.status).toBe(200);
    expect(JSON.stringify(recalled.body)).not.toContain('zhao@example.com');
    expect(JSON.stringify((await as('acme').request('GET', '/v1/memory/users/zhao')).body)).toContain(
      'zhao@example.com',
    );
    expect((await as('globex').request('DELETE', `/v1/sessions/${session}`)).status).toBe(204);
    expect(await ours.hear('我的邮箱是什么？')).toContain('zhao@example.com');
  });
});

describe('an address that others reach', () => {
  it('is not served without a file of API keys: the start ends with exit code 1 and says which variable is missing', async () => {
    const home = await EmbeddedHome.make();
    const env = { PLINTH_PORT: '0', PLINTH_HOST: '0.0.0.0', PLINTH_DATA_DIR: home.dataDir };
    const { code, output } = await runToEnd({ args: EMBEDDED_ARGS, env, withinMs: 60_000 });
    await home.remove();
    expect(code).toBe(1);
    expect(output).toContain('PLINTH_API_KEYS');
  });
});
