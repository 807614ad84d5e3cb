import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMemoryOverBoth, type MemoryOverBoth } from './memory-grpc.stage';

const NOW = '2024-05-20T02:00:00Z';
const said = { now: NOW, time_zone: 'Asia/Shanghai' };
const source = { id: 's', channel: 'crm', type: 'user' };
const item = (user: string, more: object) => ({
  ...{ user_id: user, kind: 'episode', source, timestamp: NOW, valid_until: 'until_superseded' },
  ...more,
});

/** Protobuf has no null and no empty list apart from nothing; and neither door takes the same time twice. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => key !== 'took_ms')
    .map(([key, part]) => [key, comparable(part)] as const)
    .filter(([, part]) => part !== null && part !== undefined && !(typeof part === 'object' && isEmpty(part)));
  return Object.fromEntries(kept);
}
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

describe('plinth.memory.v1', () => {
  let memory: MemoryOverBoth;
  beforeAll(async () => {
    memory = await startMemoryOverBoth({ PLINTH_MEMORY_ERASURE_TIMEOUT: '0ms' });
    await memory.call('POST', '/v1/memory/observe', {
      ...{ user_id: 'ann', session_id: 's-ann', role: 'user', text: '我的邮箱是ann@example.com，上周三买了一台XR-200' },
      ...said,
    });
    await memory.call('POST', '/v1/memory/items', [
      item('ann', { content: '会议室的投影仪坏了，周五报修' }),
      item('ann', { content: 'The projector in the meeting room was repaired on Friday' }),
    ]);
  }, 120_000);
  afterAll(() => memory.close());

  const candidateOf = async (user: string): Promise<string> => {
    const { body } = await memory.call(
      'POST',
      '/v1/memory/items',
      item(user, { kind: 'fact', attributes: { email: `${user}@example.com` }, timestamp: new Date().toISOString() }),
    );
    return (body as { items: { id: string }[] }).items[0]?.id ?? '';
  };

  /** What reads, or repeats under one key, is asked at both doors about the same data. */
  const observed = { user_id: 'bob', session_id: 's-bob', role: 'user', text: '退我300元，明天下午3点', ...said };
  const written = item('bob', { kind: 'preference', attributes: { seat: 'window', floor: 3, quiet: true } });
  const writtenByGrpc = {
    ...written,
    attributes: { seat: { text: 'window' }, floor: { number: 3 }, quiet: { flag: true } },
  };
  const key = { 'idempotency-key': 'once' };
  it.each<[string, object, readonly [string, string, unknown?], Record<string, string>?]>([
    ['Recall', { user_id: 'ann', query: '投影仪', explain: true }, ['POST', '/v1/memory/recall', undefined]],
    ['Recall', { user_id: 'ann', query: '我的邮箱是什么', session_id: 's-ann' }, ['POST', '/v1/memory/recall']],
    ['Recall', { user_id: 'nobody', query: 'projector', top_k: 1 }, ['POST', '/v1/memory/recall']],
    [
      'FindAnchors',
      { text: '上周三下的单，退我300元，发到上海市浦东新区博云路2号', ...said },
      ['POST', '/v1/memory/anchors'],
    ],
    [
      'FindAnchors',
      { text: '把报表.xlsx转成PDF发给王姐，用了两个小时', user_id: 'ann', ...said },
      ['POST', '/v1/memory/anchors'],
    ],
    ['Observe', observed, ['POST', '/v1/memory/observe'], key],
    ['WriteItems', { items: [writtenByGrpc] }, ['POST', '/v1/memory/items', [written]], key],
    ['GetSession', { id: 's-ann' }, ['GET', '/v1/memory/sessions/s-ann', null]],
    ['GetUser', { id: 'ann' }, ['GET', '/v1/memory/users/ann', null]],
    [
      'GetUser',
      { id: 'ann', list: 'items', limit: 1, query: 'projector' },
      ['GET', '/v1/memory/users/ann?list=items&limit=1&query=projector', null],
    ],
  ])('X1: %s answers %j as HTTP does', async (method, request, [verb, path, body = request], metadata = {}) => {
    const byHttp = await memory.call(verb, path, body === null ? undefined : body, metadata);
    const byGrpc = await memory.grpc.call(method, request, { metadata });
    expect(byHttp).toMatchObject({ status: 200 });
    expect(byGrpc).toMatchObject({ status: 'OK' });
    expect(comparable(byGrpc.body)).toEqual(comparable(byHttp.body));
    expect(isEmpty(Object(byGrpc.body))).toBe(false);
  });

  it('X1: AnswerCandidate answers as HTTP does, and the opposite answer is refused at both doors', async () => {
    const id = await candidateOf('cat');
    const byGrpc = await memory.grpc.call('AnswerCandidate', { id, answer: 'confirm', user_id: 'cat' });
    expect(byGrpc).toMatchObject({ status: 'OK', body: { id, status: 'confirmed' } });
    expect(await memory.call('POST', `/v1/memory/candidates/${id}/confirm`, { user_id: 'cat' })).toEqual({
      status: 200,
      body: byGrpc.body,
    });
    expect(await memory.grpc.call('AnswerCandidate', { id, answer: 'refuse', user_id: 'cat' })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });

  it.each<[string, string, object, string, string]>([
    ['no query', 'Recall', { user_id: 'ann' }, 'query', 'required'],
    ['too many results', 'Recall', { user_id: 'ann', query: 'x', top_k: 51 }, 'top_k', 'max'],
    ['a time that is none', 'FindAnchors', { text: 'x', now: 'today', time_zone: 'UTC' }, 'now', 'format'],
    ['an unknown role', 'Observe', { ...observed, role: 'robot' }, 'role', 'one_of'],
    ['no items', 'WriteItems', {}, 'items', 'required'],
    [
      'an item of an unknown kind',
      'WriteItems',
      { items: [item('ann', { kind: 'x', content: 'y' })] },
      'items.0.kind',
      'one_of',
    ],
    ['a text that cannot be stored', 'FindAnchors', { text: 'a\u0000', ...said }, 'text', 'nul_character'],
    ['no user', 'Recall', { query: 'x' }, 'user_id', 'required'],
  ])('refuses %s as INVALID_ARGUMENT, naming field and rule', async (_what, method, request, field, rule) => {
    const { status, details } = await memory.grpc.call(method, request);
    expect(status).toBe('INVALID_ARGUMENT');
    const text = details?.toString('latin1');
    for (const part of ['google.rpc.BadRequest', 'google.rpc.ErrorInfo', field, rule]) expect(text).toContain(part);
  });

  it('X1: GiveFeedback is refused for an item that is not there, as by HTTP', async () => {
    const body = { user_id: 'ann', item_id: 'none', turn_id: 't', useful: false };
    const byHttp = await memory.call('POST', '/v1/memory/feedback', body);
    const byGrpc = await memory.grpc.call('GiveFeedback', body);
    expect(byHttp).toMatchObject({ status: 404, body: { error: { message: byGrpc.message } } });
    expect(byGrpc.status).toBe('NOT_FOUND');
  });

  it('X1: EraseItem answers as HTTP does', async () => {
    const [one, other] = [await candidateOf('eve'), await candidateOf('fay')];
    const byGrpc = await memory.grpc.call('EraseItem', { id: one, user_id: 'eve' });
    const byHttp = await memory.call('DELETE', `/v1/memory/items/${other}?user_id=fay`);
    expect(byGrpc.status).toBe('OK');
    const told = { item_id: '', user_id: '', erased_at: '' };
    expect(comparable({ ...Object(byGrpc.body), ...told })).toEqual(comparable({ ...Object(byHttp.body), ...told }));
    expect(byGrpc.body).toMatchObject({ item_id: one, user_id: 'eve', status: 'completed' });
  });

  it('X1, M22: LinkIdentity and MergeUsers answer as HTTP does when it repeats them', async () => {
    for (const [method, path, body] of [
      ['LinkIdentity', '/v1/identities/link', { user_id: 'gil', channel: 'wechat', external_id: 'w-1' }],
      ['MergeUsers', '/v1/identities/merge', { from: 'gil-old', into: 'gil' }],
    ] as const) {
      await memory.grpc.call(method, body);
      const byHttp = await memory.call('POST', path, body);
      const byGrpc = await memory.grpc.call(method, body);
      expect([byGrpc.status, byHttp.status]).toEqual(['OK', 200]);
      expect(comparable(byGrpc.body)).toEqual(comparable(byHttp.body));
    }
  });

  it('X1: EraseUser answers the receipt of HTTP, complete or running', async () => {
    const { status, body } = await memory.grpc.call('EraseUser', { id: 'dan' });
    const receipt = await memory.call('GET', `/v1/memory/erasures/${(body as { erasure_id: string }).erasure_id}`);
    expect(status).toBe('OK');
    expect(comparable(body)).toEqual(comparable(receipt.body));
    expect(body).toMatchObject({ user_id: 'dan', status: 'running' });
  });

  it.each<[string, object, readonly [string, string, unknown?]]>([
    ['SetMode', { id: 'hal', mode: 'learn' }, ['PUT', '/v1/memory/users/hal/mode', { mode: 'learn' }]],
    ['SetMode', { id: 'hal' }, ['PUT', '/v1/memory/users/hal/mode', { mode: null }]],
    ['SetSegment', { id: 'hal', segment: 'vip' }, ['PUT', '/v1/memory/users/hal/segment', { segment: 'vip' }]],
  ])('X1: %s answers %j as HTTP does', async (method, request, [verb, path, body]) => {
    const byHttp = await memory.call(verb, path, body);
    const byGrpc = await memory.grpc.call(method, request);
    expect([byGrpc.status, byHttp.status]).toEqual(['OK', 200]);
    expect(comparable(byGrpc.body)).toEqual(comparable(byHttp.body));
  });

  it('X1, M19: RunJob runs a job, whose report GetJob reads as HTTP does', async () => {
    const ran = await memory.grpc.call('RunJob', { name: 'expire', dry_run: true });
    expect(ran).toMatchObject({ status: 'OK', body: { job: 'expire', dry_run: true } });
    const byHttp = await memory.call('GET', '/v1/memory/jobs/expire');
    const byGrpc = await memory.grpc.call('GetJob', { name: 'expire' });
    expect([byGrpc.status, byHttp.status]).toEqual(['OK', 200]);
    expect(comparable(byGrpc.body)).toEqual(comparable(byHttp.body));
  });

  it('X1: GetErasure tells how far an erasure is, as HTTP does', async () => {
    const { body } = await memory.grpc.call('EraseUser', { id: 'ida' });
    const { erasure_id: id } = body as { erasure_id: string };
    const byHttp = await memory.call('GET', `/v1/memory/erasures/${id}`);
    const byGrpc = await memory.grpc.call('GetErasure', { id });
    expect([byGrpc.status, byHttp.status]).toEqual(['OK', 200]);
    expect(comparable(byGrpc.body)).toEqual(comparable(byHttp.body));
  });

  it('X1, M22: UnlinkIdentity and UndoMerge take back what LinkIdentity and MergeUsers did', async () => {
    const link = { user_id: 'jan', channel: 'wechat', external_id: 'w-2' };
    await memory.grpc.call('LinkIdentity', link);
    expect(await memory.grpc.call('UnlinkIdentity', link)).toMatchObject({ status: 'OK' });
    const { body } = await memory.grpc.call('MergeUsers', { from: 'jan-old', into: 'jan' });
    const { merge_id: id } = body as { merge_id: string };
    expect(await memory.grpc.call('UndoMerge', { id })).toMatchObject({ status: 'OK', body: { from: 'jan-old' } });
    expect(await memory.grpc.call('UndoMerge', { id: 'none' })).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('X1, M30: DeleteDocument answers as HTTP does, and is refused for a document that is not there', async () => {
    const document = {
      ...{ title: 'Policy', doc_type: 'policy', version: '1', visibility: 'org' },
      ...{ media_type: 'text/plain', content: '1.1 Three days.' },
    };
    const counts: unknown[] = [];
    for (const remove of [
      () => memory.grpc.call('DeleteDocument', { id: 'policy' }),
      () => memory.call('DELETE', '/v1/memory/documents/policy'),
    ]) {
      expect((await memory.call('PUT', '/v1/memory/documents/policy', document)).status).toBe(200);
      counts.push(comparable((await remove()).body));
    }
    expect(counts[0]).toEqual(counts[1]);
    expect(await memory.grpc.call('DeleteDocument', { id: 'policy' })).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('answers what does not exist as NOT_FOUND, and what is longer than HTTP takes as RESOURCE_EXHAUSTED', async () => {
    expect(await memory.grpc.call('GetSession', { id: 'nowhere' })).toMatchObject({ status: 'NOT_FOUND' });
    const { status } = await memory.grpc.call('FindAnchors', { text: 'a'.repeat(300_000), ...said });
    expect(status).toBe('RESOURCE_EXHAUSTED');
  });
});

describe('plinth.memory.v1 with keys', () => {
  let folder: string;
  let memory: MemoryOverBoth;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-grpc-'));
    const key = (name: string, scopes: readonly string[]) => ({
      ...{ name, tenant: 'acme', scopes, user_id: name },
      key_sha256: createHash('sha256').update(name).digest('hex'),
    });
    const file = join(folder, 'keys.json');
    await writeFile(file, JSON.stringify([key('ann', ['memory']), key('bob', ['turns'])]));
    memory = await startMemoryOverBoth({}, file);
  }, 120_000);
  afterAll(async () => {
    await memory.close();
    await rm(folder, { recursive: true });
  });

  const asking = (key: string | undefined, request: object = { query: 'x' }) =>
    memory.grpc.call('Recall', request, key === undefined ? {} : { metadata: { authorization: `Bearer ${key}` } });

  it('takes the keys of HTTP: none or a wrong one is UNAUTHENTICATED, one without the scope PERMISSION_DENIED', async () => {
    expect(await asking('ann')).toMatchObject({ status: 'OK' });
    expect(await asking(undefined)).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(await asking('eve')).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(await asking('bob')).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('M20: a key without act-as asks about its own user alone', async () => {
    expect(await asking('ann', { query: 'x', user_id: 'bob' })).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await asking('ann', { query: 'x', user_id: 'ann' })).toMatchObject({ status: 'OK' });
  });
});
