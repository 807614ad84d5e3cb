import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishedManifest } from '../../../domain/contract/manifest-of.stage';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';

jest.setTimeout(60_000);

const input_schema = {
  type: 'object',
  properties: { city: { type: 'string' }, nights: { type: 'integer', minimum: 1 } },
  required: ['city'],
};

describe('contracts over HTTP', () => {
  let provider: Server;
  let gateway: RunningGateway;
  let address: string;

  beforeAll(async () => {
    provider = createServer((_request, response) => {
      response.end('skill_calls_total{skill="find_room"} 0\nskill_latency_seconds_count{skill="find_room"} 0');
    });
    await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
    address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    gateway = await startGateway({});
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    provider.closeAllConnections();
    provider.close();
  });

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${gateway.url}/v1/${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const register = (over: Record<string, unknown> = {}) =>
    post('skills', { manifest: publishedManifest({ input_schema, ...over }), provider_url: address });

  it('S2: takes a manifest, and refuses others with every reason', async () => {
    expect(await register()).toEqual({ status: 201, body: { name: 'find_room', version: '1.0.0', state: 'complete' } });
    expect((await register()).status).toBe(200);

    const refused = await register({ version: '2.0.0', sla: undefined, metrics: [], input_schema: { typ: 'object' } });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'manifest_refused' }, faults: [{ at: 'sla' }] },
    });
    const faulty = await register({ version: '2.0.0', input_schema: { typ: 'object', $ref: 'http://a/b' } });
    expect(faulty).toMatchObject({
      status: 422,
      body: { faults: [{ at: 'input_schema/typ', rule: 'unknown_keyword' }] },
    });
    const unmeasured = await register({ name: 'find_flat' });
    expect(unmeasured).toMatchObject({ status: 422, body: { faults: [{ rule: 'metrics_not_registered' }, {}] } });

    const breaking = { version: '1.1.0', input_schema: { ...input_schema, required: ['city', 'nights'] } };
    expect(await register(breaking)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'manifest_conflicts' },
        faults: [{ at: 'input_schema/required/nights', rule: 'breaks_required' }],
      },
    });
    expect((await register({ ...breaking, version: '2.0.0' })).status).toBe(201);
    expect((await register({ examples: [{ arguments: { a: 'x'.repeat(5_000_000) } }] })).status).toBe(413);
  });

  it('S3: tells what a call would come to, in both languages', async () => {
    await register();
    const validate = (args: unknown) => post('skills/find_room/validate', { arguments: args });
    expect(await validate({ city: 'Rome' })).toMatchObject({ status: 200, body: { valid: true, outcome: 'accepted' } });
    expect((await validate({ city: 'Rome', nights: '2' })).body).toEqual({
      ...{ skill: 'find_room', version: '1.0.0', valid: false, outcome: 'repaired' },
      ...{ repaired: { city: 'Rome', nights: 2 }, repairs: [{ field: 'nights', kind: 'number_in_text' }], errors: [] },
    });
    expect((await validate({ citty: 'Rome', nights: 0 })).body).toMatchObject({
      valid: false,
      outcome: 'refused',
      errors: expect.arrayContaining([
        {
          ...{ field: 'citty', rule: 'unknown_property', params: { known: ['city', 'nights'], nearest: 'city' } },
          message: { en: 'is not known here; "city" is', zh: '不是这里的参数；这里有 "city"' },
        },
        expect.objectContaining({
          field: 'nights',
          rule: 'minimum',
          message: { en: 'must be at least 1', zh: '不能小于 1' },
        }),
      ]) as unknown,
    });
    expect((await post('skills/nothing/validate', { arguments: {} })).status).toBe(404);
  });

  it('S11: finds the skill for a text with its reasons, and says when none fits', async () => {
    await register();
    const found = await post('skills/search', { query: 'find me a free room in the city', top_k: 2 });
    expect(found).toMatchObject({ status: 200, body: { fits: true, skills: [{ name: 'find_room' }] } });
    expect((await post('skills/search', { query: 'a poem about whales' })).body).toMatchObject({ fits: false });
    expect((await post('skills/search', { query: '' })).status).toBe(400);
  });
});
