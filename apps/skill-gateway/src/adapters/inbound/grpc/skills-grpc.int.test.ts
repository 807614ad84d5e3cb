import type { ServerResponse } from 'node:http';
import { jsonOfStruct, structOf, type Struct } from '@plinth/grpc';
import { PROTOS } from '@plinth/contracts';
import { GrpcCaller } from '@plinth/testing';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { MANIFESTS, startScriptedProvider, type ScriptedHttpProvider } from '../http/scripted-provider.stage';
import { skillsGrpc } from './skills-grpc';

jest.setTimeout(60_000);

describe('plinth.skills.v1.SkillGateway', () => {
  let provider: ScriptedHttpProvider;
  let gateway: RunningGateway;
  let grpc: GrpcCaller;

  beforeAll(async () => {
    const [readStock] = MANIFESTS;
    if (!readStock) throw new Error('there is no skill to read');
    const properties = { order: { type: 'string' }, count: { type: 'number' } };
    const input_schema = { ...readStock.input_schema, properties };
    provider = await startScriptedProvider([...MANIFESTS, { ...readStock, version: '2.0.0', input_schema }]);
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
    grpc = GrpcCaller.open(gateway.grpc, { folder: PROTOS, file: skillsGrpc.proto, service: skillsGrpc.name });
  }, 120_000);
  afterAll(async () => {
    grpc.close();
    await gateway.close();
    await provider.close();
  });

  interface Answer {
    readonly skills: readonly { readonly name: string; readonly rollout: Struct }[];
    readonly manifest: Struct;
    readonly result: Struct;
    readonly receipt: Struct;
    readonly answer: Struct;
    readonly rollout: Struct;
    readonly proposal: { readonly arguments: Struct };
    readonly attachment: { readonly id: string };
    readonly confirmation: { readonly token: string; readonly summary: string };
    readonly [field: string]: unknown;
  }
  const ask = async (method: string, request: object, key?: string) => {
    const metadata = key === undefined ? {} : { 'idempotency-key': key };
    const { status, body, message } = await grpc.call(method, request, { metadata });
    return { status, message, body: body as Answer };
  };
  const order = { arguments: structOf({ order: 'A' }) };
  const read = () => ask('InvokeSkill', { name: 'read_stock', user_id: 'li', ...order });

  it('S4: lists skills and tells their contracts, as over HTTP', async () => {
    const { skills } = (await ask('ListSkills', {})).body;
    expect(skills.map(({ name }) => name)).toEqual(['read_stock', 'refund_order', 'send_note']);
    expect(jsonOfStruct(skills[0]?.rollout ?? {})).toMatchObject({ baseline: '1.0.0' });
    const { manifest } = (await ask('GetSkill', { name: 'read_stock', version: '1.0.0' })).body;
    expect(jsonOfStruct(manifest)).toMatchObject({ name: 'read_stock', effect: 'read' });
    expect((await ask('GetSkill', { name: 'none', version: '1.0.0' })).status).toBe('NOT_FOUND');
  });

  it('S4: calls a skill, once for a key, and has confirmed what has to be', async () => {
    const stock = await read();
    expect(stock.body).toMatchObject({ status: 'succeeded', skill: 'read_stock', version: '1.0.0', lane: 'baseline' });
    expect(jsonOfStruct(stock.body.result)).toEqual({ id: expect.any(String) });
    const note = await ask('InvokeSkill', { name: 'send_note', ...order }, 'k-1');
    expect(jsonOfStruct(note.body.receipt)).toEqual(jsonOfStruct(note.body.result));
    expect((await ask('InvokeSkill', { name: 'send_note', ...order }, 'k-1')).body).toEqual(note.body);
    const asked = await ask('InvokeSkill', { name: 'refund_order', locale: 'zh', ...order }, 'k-2');
    expect(asked.body).toMatchObject({ status: 'unconfirmed', error: { code: 'confirmation_required' } });
    const confirmation_token = asked.body.confirmation.token;
    const done = await ask('InvokeSkill', { name: 'refund_order', confirmation_token, ...order }, 'k-2');
    expect(done.body.status).toBe('succeeded');
  });

  it('answers that a call failed as a message, and refuses a request by its status', async () => {
    const invalid = await ask('InvokeSkill', { name: 'read_stock', arguments: structOf({}) });
    expect([invalid.status, invalid.body]).toMatchObject([
      'OK',
      { status: 'failed', error: { code: 'invalid_arguments', field: 'order' } },
    ]);
    const never = await ask('InvokeSkill', { name: 'read_stock', version: '9.9.9', ...order });
    expect(never.body).toMatchObject({ status: 'failed', error: { code: 'version_not_found', field: 'version' } });
    expect((await ask('InvokeSkill', { name: 'send_note', ...order })).status).toBe('INVALID_ARGUMENT');
    expect((await ask('InvokeSkill', { name: 'send_note', ...order }, 'a b')).status).toBe('INVALID_ARGUMENT');
    const broken = { name: 'read_stock', arguments: { fields: { order: { numberValue: NaN } } } };
    expect((await ask('InvokeSkill', broken)).status).toBe('INVALID_ARGUMENT');
  });

  it('S3: tells what was mended, all that is wrong and what may have been meant', async () => {
    const misspelt = { arguments: structOf({ oder: 'A' }) };
    const repairs = [{ field: 'oder', kind: 'property_renamed' }];
    const counted = { name: 'read_stock', version: '2.0.0', arguments: structOf({ order: 'A', count: '7' }) };
    expect((await ask('InvokeSkill', counted)).body).toMatchObject({
      ...{ status: 'succeeded', repairs: [{ field: 'count', kind: 'number_in_text' }] },
    });
    const { body } = await ask('InvokeSkill', { name: 'send_note', locale: 'zh', ...misspelt }, 'k-3');
    expect(body).toMatchObject({
      ...{ status: 'failed', outcome: 'not_executed', error: { code: 'invalid_arguments' }, proposal: { repairs } },
      violations: expect.arrayContaining([
        { field: 'oder', rule: 'unknown_property', expected: expect.stringMatching(/\p{Script=Han}/u) },
      ]),
    });
    expect(jsonOfStruct(body.proposal.arguments)).toEqual({ order: 'A' });
    expect(body.summary).toContain('[send_note: invalid_arguments]');
    expect(body).not.toHaveProperty('call_id');
  });

  it('S9: tells the id of a call, for its outcome', async () => {
    const [first, second] = [await ask('InvokeSkill', { name: 'send_note', ...order }, 'k-4'), await read()];
    expect([first.body.call_id, second.body.call_id]).toEqual([expect.any(String), expect.any(String)]);
    expect(first.body.call_id).not.toBe(second.body.call_id);
  });

  it('S12: tells where the whole of a long result is kept', async () => {
    provider.script.push((_request, response) =>
      response.end(JSON.stringify({ result: { id: 'R', log: '好'.repeat(5_000) } })),
    );
    const { body } = await read();
    expect(body.summary).toContain('(shortened)');
    const kept = await (await fetch(`${gateway.url}/v1/attachments/${body.attachment.id}`)).text();
    expect(JSON.parse(kept)).toEqual(jsonOfStruct(body.result));
    expect(body.attachment).toMatchObject({
      bytes: Buffer.byteLength(kept),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('S6: tells when to come back after what its provider refused for load', async () => {
    provider.script.push(
      ...Array.from(
        { length: 6 },
        () => (_request: unknown, response: ServerResponse) => response.writeHead(503).end(),
      ),
    );
    const { body } = await read();
    provider.script.length = 0;
    expect(body).toMatchObject({ status: 'failed', error: { retryable: true } });
    expect(body.retry_after_ms).toBeGreaterThan(0);
  });

  it('tells what a contract makes of arguments', async () => {
    const { answer } = (await ask('ValidateArguments', { name: 'read_stock', arguments: structOf({ order: 7 }) })).body;
    expect(jsonOfStruct(answer)).toMatchObject({ skill: 'read_stock', valid: false });
  });

  it('S11: finds the skills for a text, or says that none fits', async () => {
    const found = await ask('SearchSkills', { query: 'read the stock', top_k: 2 });
    expect([found.status, found.body.skills.length <= 2]).toEqual(['OK', true]);
    expect(found.body.skills[0]?.name).toBe('read_stock');
    expect((await ask('SearchSkills', {})).status).toBe('INVALID_ARGUMENT');
  });

  it('reads and steers a rollout', async () => {
    const steer = (action: string) => ask('SteerRollout', { skill: 'read_stock', action, reason: 'test' });
    expect((await steer('start')).status).toBe('FAILED_PRECONDITION');
    const prepared = await fetch(`${gateway.url}/v1/rollouts/read_stock`, {
      ...{ method: 'PUT', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ baseline: '1.0.0', candidate: '2.0.0', plan: { stages: [{ name: 'all' }] } }),
    });
    expect(prepared.status).toBe(200);
    expect(jsonOfStruct((await steer('start')).body.rollout)).toMatchObject({ status: 'running' });
    expect(jsonOfStruct((await steer('pause')).body.rollout)).toMatchObject({ status: 'paused' });
    const pinned = await ask('InvokeSkill', { name: 'read_stock', version: '2.0.0', ...order });
    expect(pinned.body).toMatchObject({ version: '2.0.0', lane: 'candidate', stage: 'all', route: 'pinned' });
    const { rollout } = (await ask('GetRollout', { skill: 'read_stock' })).body;
    expect(jsonOfStruct(rollout)).toMatchObject({ status: 'paused', candidate: '2.0.0' });
    expect((await steer('explode')).status).toBe('INVALID_ARGUMENT');
  });
});
