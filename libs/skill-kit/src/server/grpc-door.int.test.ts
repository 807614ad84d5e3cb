import { PROTOS } from '@plinth/contracts';
import { structOf } from '@plinth/grpc';
import { GrpcCaller, until } from '@plinth/testing';
import { z } from 'zod';
import { defineSkill, SkillError, startSkillServer, type SkillServer } from '../index';

let acts = 0;
let aborted = false;
const shape = { version: '1.0.0', description: 'Counts what it is told to.', trigger: 'a test counts', p95Ms: 10 };
const errors = [{ code: 'too_many', retryable: false, description: 'More than nine.' }];
const count = defineSkill({
  ...{ ...shape, name: 'count', effect: 'irreversible', receipt: ['number'], errors },
  shadow: 'dry_run',
  input: z.object({ things: z.int() }),
  output: z.object({ number: z.string(), things: z.int() }),
  run({ things }, { idempotencyKey, attributes, locale }) {
    if (things > 9) throw new SkillError('too_many', 'More than nine.');
    if (things < 0) throw new TypeError('a bug with a secret');
    acts += 1;
    return { number: `${idempotencyKey}/${locale}/${String(attributes['colour'])}`, things };
  },
  dryRun: ({ things }) => ({ number: 'none', things }),
});
const wait = defineSkill({
  ...{ ...shape, name: 'wait', effect: 'read', limits: { maxConcurrent: 1 } },
  input: z.object({}),
  output: z.object({}),
  run: (_args, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(new Error('stopped'));
      });
    }),
});

describe('a skill server over gRPC', () => {
  let server: SkillServer;
  let caller: GrpcCaller;
  beforeEach(async () => {
    server = await startSkillServer([count, wait], { name: 'test', port: 0, grpcPort: 0 });
    const service = 'plinth.skills.v1.SkillProvider';
    const proto = { folder: PROTOS, file: 'plinth/skills/v1/skill_provider.proto', service };
    caller = GrpcCaller.open((server.grpcUrl ?? '').replace('grpc://', ''), proto);
  });
  afterEach(async () => {
    caller.close();
    await server.close();
  });

  const context = { tenant: 'default', user_id: 'u', locale: 'zh', attributes: structOf({ colour: 'red' }) };
  const call = (things: number, idempotency_key: string, more: object = {}) =>
    caller.call('Invoke', {
      ...{ skill: 'count', version: '1.0.0', arguments: structOf({ things }), context, idempotency_key, ...more },
    });
  const lookUp = (idempotency_key: string, tenant = 'default') =>
    caller.call('LookUpEffect', { skill: 'count', version: '1.0.0', idempotency_key, tenant });

  it('S4: lists the manifests, answers a call with its receipt, once for a key, and tells what became of it', async () => {
    const listed = await caller.call('ListManifests', {});
    expect(listed).toMatchObject({ status: 'OK', body: { skills: [expect.anything(), expect.anything()] } });
    expect(JSON.stringify(listed.body)).toContain('skill_latency_seconds');
    const before = acts;
    const [first, second] = [await call(3, 'k'), await call(3, 'k')];
    const receipt = structOf({ number: 'k/zh/red' });
    expect(first).toMatchObject({
      status: 'OK',
      body: { result: structOf({ number: 'k/zh/red', things: 3 }), receipt },
    });
    expect(second.body).toEqual(first.body);
    expect(acts).toBe(before + 1);
    expect(await lookUp('k')).toMatchObject({ body: { status: 'known', receipt } });
    expect((await lookUp('k', 'other')).body).toMatchObject({ status: 'not_known' });
  });

  it('S4: shares the memory of effects with HTTP', async () => {
    const before = acts;
    await call(4, 'shared');
    const response = await fetch(`${server.url}/skills/count/1.0.0`, {
      method: 'POST',
      headers: { 'idempotency-key': 'shared' },
      body: JSON.stringify({ arguments: { things: 4 }, context: { tenant: 'default', user_id: 'u' } }),
    });
    expect(await response.json()).toMatchObject({ receipt: { number: 'shared/zh/red' } });
    expect(acts).toBe(before + 1);
  });

  it('S3: answers an error of the contract as a message, and the rest as a status, a bug without its text', async () => {
    expect((await call(10, 'a')).body).toMatchObject({ error: { code: 'too_many' } });
    expect((await call(1.5, 'b')).body).toMatchObject({ error: { code: 'invalid_arguments', field: 'things' } });
    expect(await call(1, '')).toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect(await call(1, 'c', { version: '9.0.0' })).toMatchObject({ status: 'NOT_FOUND' });
    expect(await call(1, 'c', { context: undefined })).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const bug = await call(-1, 'd');
    expect(bug).toMatchObject({ status: 'INTERNAL' });
    expect(JSON.stringify(bug)).not.toContain('secret');
  });

  it('S8: tells what it would do, with nothing done', async () => {
    const before = acts;
    expect((await call(2, '', { dry_run: true })).body).toMatchObject({
      result: structOf({ number: 'none', things: 2 }),
    });
    expect(acts).toBe(before);
  });

  it('S6: refuses what is over the limit, and aborts what nobody waits for', async () => {
    const request = { skill: 'wait', version: '1.0.0', context };
    const left = caller.call('Invoke', request, { deadlineMs: 1_000 });
    await until('the first is under way', 5_000, async () => {
      const { status } = await caller.call('Invoke', request, { deadlineMs: 500 });
      return status === 'RESOURCE_EXHAUSTED';
    });
    expect(await left).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    await until('it was told', 5_000, async () => aborted);
  });
});
