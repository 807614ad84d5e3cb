import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkillProvider } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';

jest.setTimeout(60_000);

const KEYS = {
  tenant: { tenant: 'globex', scopes: ['skills'] },
  'operator-only': { tenant: 'ops', scopes: ['operator'] },
  operator: { tenant: 'ops', scopes: ['skills', 'operator'] },
};

describe('a rollout, which serves every tenant', () => {
  let provider: SkillProvider;
  let gateway: RunningGateway;
  let folder: string;

  beforeAll(async () => {
    provider = await SkillProvider.start('stock', 'none');
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

  const as = async (name: keyof typeof KEYS, method: 'GET' | 'PUT') => {
    const response = await fetch(`${gateway.url}/v1/rollouts/stock`, {
      method,
      headers: { authorization: `Bearer key-of-${name}`, 'content-type': 'application/json' },
      ...(method === 'PUT' && { body: '{"baseline":"1.0.0"}' }),
    });
    const body = (await response.json()) as { revision?: number; error?: { code: string } };
    return { status: response.status, code: body.error?.code, revision: body.revision };
  };

  it('is shown to a key with scope skills and changed by it only with scope operator too', async () => {
    const before = await as('tenant', 'GET');
    expect(before.status).toBe(200);
    expect(await as('tenant', 'PUT')).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(await as('operator-only', 'PUT')).toMatchObject({ status: 403, code: 'scope_missing' });
    expect((await as('tenant', 'GET')).revision).toBe(before.revision);
    expect(await as('operator', 'PUT')).toMatchObject({ status: 200, revision: before.revision! + 1 });
  });
});
