import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { startScriptedProvider, type ScriptedHttpProvider } from './scripted-provider.stage';

jest.setTimeout(60_000);

const KEYS = {
  globex: { tenant: 'globex', scopes: ['skills'] },
  acme: { tenant: 'acme', scopes: ['skills'] },
  li: { tenant: 'acme', scopes: ['skills'], user_id: 'li' },
  wu: { tenant: 'acme', scopes: ['skills'], user_id: 'wu' },
  bare: { tenant: 'acme', scopes: [] },
  'operator-only': { tenant: 'ops', scopes: ['operator'] },
  operator: { tenant: 'ops', scopes: ['skills', 'operator'] },
};
type Key = keyof typeof KEYS;

/** Every route: what a key may not do without the scope that is named. */
const ROUTES: readonly (readonly [scope: 'skills' | 'operator' | 'admin', method: string, path: string])[] = [
  ['skills', 'GET', '/v1/skills'],
  ['skills', 'GET', '/v1/skills/read_stock'],
  ['skills', 'GET', '/v1/skills/read_stock/1.0.0'],
  ['skills', 'POST', '/v1/skills/read_stock/invoke'],
  ['skills', 'POST', '/v1/skills/read_stock/validate'],
  ['skills', 'POST', '/v1/skills/search'],
  ['skills', 'POST', '/v1/skills/outcomes'],
  ['skills', 'POST', '/v1/skills/outcomes/c1'],
  ['skills', 'GET', '/v1/invocations/k'],
  ['skills', 'GET', '/v1/attachments/a'],
  ['skills', 'GET', '/v1/catalogue'],
  ['skills', 'GET', '/v1/catalogue/read_stock'],
  ['skills', 'GET', '/v1/rollouts/read_stock'],
  ['skills', 'GET', '/v1/rollouts/read_stock/history'],
  ['skills', 'GET', '/v1/rollouts/read_stock/report'],
  ['skills', 'POST', '/mcp'],
  ['operator', 'POST', '/v1/skills'],
  ['operator', 'POST', '/v1/imports'],
  ['operator', 'PUT', '/v1/skills/read_stock/1.0.0/completion'],
  ['operator', 'PUT', '/v1/rollouts/read_stock'],
  ...['start', 'pause', 'resume', 'promote', 'rollback'].map(
    (action) => ['operator', 'POST', `/v1/rollouts/read_stock/${action}`] as const,
  ),
  ['admin', 'POST', '/v1/replays'],
  ['admin', 'GET', '/v1/replays/r'],
];

describe('the rights of a key', () => {
  let provider: ScriptedHttpProvider;
  let gateway: RunningGateway;
  let folder: string;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    folder = await mkdtemp(join(tmpdir(), 'plinth-keys-'));
    const file = join(folder, 'keys.json');
    const entries = Object.entries(KEYS).map(([name, rights]) => ({
      name,
      key_sha256: createHash('sha256').update(`key-of-${name}`).digest('hex'),
      ...rights,
    }));
    await writeFile(file, JSON.stringify(entries));
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url, PLINTH_API_KEYS: file });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    for (const gone of [gateway.dataDir, folder]) await rm(gone, { recursive: true, force: true });
  });

  const as = async (name: Key | undefined, method: string, path: string, body = '{}', key?: string) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(name && { authorization: `Bearer key-of-${name}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(method !== 'GET' && { body }),
    });
    const text = await response.text();
    const { error, revision } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      error?: { code: string; field?: string };
      revision?: number;
    };
    return { status: response.status, code: error?.code, field: error?.field, revision };
  };

  it.each(ROUTES)('asks for scope %s: %s %s', async (scope, method, path) => {
    expect(await as(undefined, method, path)).toMatchObject({ status: 401 });
    expect(await as(scope === 'skills' ? 'bare' : 'globex', method, path)).toMatchObject({
      ...{ status: 403, code: 'scope_missing' },
    });
  });

  it('a rollout, which serves every tenant, is shown with scope skills and changed only with scope operator too', async () => {
    const [path, body] = ['/v1/rollouts/read_stock', '{"baseline":"1.0.0"}'];
    const before = await as('globex', 'GET', path);
    expect(before.status).toBe(200);
    for (const name of ['globex', 'operator-only'] as const)
      expect(await as(name, 'PUT', path, body)).toMatchObject({ status: 403, code: 'scope_missing' });
    expect((await as('globex', 'GET', path)).revision).toBe(before.revision);
    expect(await as('operator', 'PUT', path, body)).toMatchObject({ status: 200, revision: before.revision! + 1 });
  });

  it('S6: shows what acted under a key to its user and tenant alone, and lets nobody act in its place', async () => {
    const body = JSON.stringify({ arguments: { order: 'A' } });
    const before = provider.seen.length;
    expect(await as('li', 'POST', '/v1/skills/send_note/invoke', body, 'mine')).toMatchObject({ status: 200 });
    expect(await as('li', 'GET', '/v1/invocations/mine')).toMatchObject({ status: 200 });
    expect(await as('acme', 'GET', '/v1/invocations/mine')).toMatchObject({ status: 200 });
    for (const other of ['wu', 'globex'] as const)
      expect(await as(other, 'GET', '/v1/invocations/mine')).toMatchObject({ status: 404 });
    expect(await as('wu', 'POST', '/v1/skills/send_note/invoke', body, 'mine')).toMatchObject({
      ...{ status: 409, code: 'idempotency_key_reused' },
    });
    const named = JSON.stringify({ arguments: { order: 'A' }, user_id: 'li' });
    expect((await as('wu', 'POST', '/v1/skills/send_note/invoke', named, 'new')).status).toBe(403);
    expect(provider.seen.slice(before).filter(({ body: seen }) => 'arguments' in seen)).toHaveLength(1);
  });

  it.each([
    ['a name that would be lost on its way', '{"arguments":{"order":"A","__proto__":{"x":1}}}', 'arguments.__proto__'],
    ['a number that no JSON can write', '{"arguments":{"order":"A","n":1e400}}', 'arguments.n'],
  ])('S3: refuses %s, in place of calling with something else', async (_name, body, field) => {
    expect(await as('li', 'POST', '/v1/skills/read_stock/invoke', body)).toMatchObject({ status: 400, field });
  });
});
