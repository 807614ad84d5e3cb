import { rm } from 'node:fs/promises';
import { SkillProvider } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';

jest.setTimeout(60_000);

describe('PUT /v1/rollouts/{skill}', () => {
  let provider: SkillProvider;
  let gateway: RunningGateway;

  beforeAll(async () => {
    provider = await SkillProvider.start('stock', 'none');
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await rm(gateway.dataDir, { recursive: true, force: true });
  });

  const call = async (method: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${gateway.url}/v1/rollouts/stock`, {
      method,
      headers: { ...(method === 'PUT' && { 'content-type': 'application/json' }), ...headers },
      ...(method === 'PUT' && { body: '{"baseline":"1.0.0"}' }),
    });
    const body = (await response.json()) as { revision?: number; error?: { code: string } };
    return { status: response.status, etag: response.headers.get('etag'), body };
  };

  it('changes the revision that If-Match names, answers 412 once it is another, and tags every answer with it', async () => {
    const seen = await call('GET');
    expect(seen).toMatchObject({ status: 200, etag: `"${seen.body.revision}"` });
    const changed = await call('PUT', { 'if-match': seen.etag! });
    expect(changed).toMatchObject({ status: 200, etag: `"${seen.body.revision! + 1}"` });
    const late = await call('PUT', { 'if-match': seen.etag! });
    expect(late).toMatchObject({ status: 412, body: { error: { code: 'revision_outdated' } } });
    expect((await call('GET')).body.revision).toBe(changed.body.revision);
    expect((await call('PUT', { 'if-match': '*' })).status).toBe(200);
    expect((await call('PUT')).status).toBe(200);
  });
});
