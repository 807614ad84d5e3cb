import { z } from 'zod';
import { ContractBreach, defineSkill, invokeForTest, SkillError, startSkillServer, type SkillServer } from './index';

const calls: string[] = [];

const bookRoom = defineSkill({
  name: 'book_room',
  version: '1.0.0',
  description: 'Books one room for one night.',
  trigger: 'the user wants a room',
  effect: 'write',
  input: z.object({ city: z.string(), nights: z.int().min(1).default(1) }),
  output: z.object({ booking_number: z.string(), nights: z.int() }),
  errors: [{ code: 'no_room_left', retryable: false, description: 'Every room of that city is taken.' }],
  receipt: ['booking_number'],
  p95Ms: 100,
  run({ city, nights }, context) {
    if (city === 'Atlantis') throw new SkillError('no_room_left', 'No room is left in that city.');
    if (city === 'Nowhere') throw new Error('a bug with a secret');
    calls.push(context.idempotencyKey);
    return { booking_number: `B-${calls.length}`, nights };
  },
});

describe('a skill', () => {
  it('S1: carries its whole contract, made from its schemas', () => {
    expect(bookRoom.manifest).toMatchObject({
      name: 'book_room',
      effect: 'write',
      idempotency: 'key',
      receipt: { fields: ['booking_number'] },
    });
    expect(bookRoom.manifest.input_schema).toMatchObject({ required: ['city'] });
  });

  it('S3: refuses wrong and unknown arguments by field and rule', async () => {
    await expect(invokeForTest(bookRoom, { city: 1 })).rejects.toMatchObject({
      code: 'invalid_arguments',
      field: 'city',
      rule: 'invalid_type',
    });
    await expect(invokeForTest(bookRoom, { city: 'Rome', floor: 2 })).rejects.toBeInstanceOf(ContractBreach);
  });

  it('S3: reports a result outside of its own schema as its own fault', async () => {
    const liar = defineSkill({ ...optionsOfLiar(), run: () => ({ total: 'many' }) as never });
    await expect(invokeForTest(liar, {})).rejects.toMatchObject({ code: 'invalid_output', field: 'total' });
  });
});

describe('the skill server', () => {
  let server: SkillServer;
  beforeAll(async () => {
    server = await startSkillServer([bookRoom], { name: 'test', port: 0 });
  });
  afterAll(() => server.close());

  const call = async (args: unknown, key?: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${server.url}/skills/book_room/1.0.0`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
      body: JSON.stringify({ arguments: args, context: { tenant: 'default', user_id: 'u' } }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('S6: acts once for a repeated key, also when both calls come at the same time', async () => {
    const before = calls.length;
    const [first, second] = await Promise.all([call({ city: 'Rome' }, 'k1'), call({ city: 'Rome' }, 'k1')]);
    const third = await call({ city: 'Rome' }, 'k1');
    expect(calls.length).toBe(before + 1);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(first).toMatchObject({ status: 200, body: { receipt: { booking_number: expect.any(String) as string } } });
  });

  it('answers each fault with the status and code of its kind', async () => {
    expect(await call({ city: 'Rome' })).toMatchObject({
      status: 400,
      body: { error: { code: 'idempotency_key_required' } },
    });
    expect(await call({}, 'k2')).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_arguments', field: 'city' } },
    });
    expect(await call({ city: 'Atlantis' }, 'k3')).toMatchObject({
      status: 409,
      body: { error: { code: 'no_room_left', retryable: false } },
    });
    const bug = await call({ city: 'Nowhere' }, 'k4');
    expect(bug).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect(JSON.stringify(bug.body)).not.toContain('secret');
  });

  it('publishes the manifests that the gateway registers', async () => {
    const response = await fetch(`${server.url}/manifests`);
    expect(await response.json()).toEqual({ skills: [bookRoom.manifest] });
  });
});

function optionsOfLiar() {
  return {
    name: 'count_all',
    version: '1.0.0',
    description: 'Counts everything there is.',
    trigger: 'count',
    effect: 'read' as const,
    input: z.object({}),
    output: z.object({ total: z.number() }),
    p95Ms: 10,
  };
}
