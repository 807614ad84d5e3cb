import { structOf } from '@plinth/grpc';
import { GrpcStub, type StubAnswer } from '@plinth/testing';
import { describeSkillProvider } from '../../../ports/skill-provider.contract';
import { GrpcProviderDirectory } from './grpc-provider-directory';
import { openGrpcStage, STUB } from './grpc-provider.stage';
import { GrpcSkillProvider } from './grpc-skill-provider';

describeSkillProvider('gRPC', openGrpcStage);

describe('gRPC providers, of effects and manifests', () => {
  const provider = new GrpcSkillProvider();
  const directory = new GrpcProviderDirectory();
  let stub: GrpcStub;
  let answer: StubAnswer;
  let asked: object[];

  beforeAll(async () => {
    stub = await GrpcStub.start({
      ...STUB,
      serve: ({ request }) => {
        asked.push(request);
        return answer;
      },
    });
  });
  beforeEach(() => (asked = []));
  afterAll(() => {
    provider.close();
    directory.close();
    stub.close();
  });

  const url = () => `grpc://${stub.address}`;
  const lookUp = () =>
    provider.lookUp({
      ...{ url: url(), skill: 'book_room', version: '1.0.0', idempotencyKey: 'c-1', tenant: 'acme', timeoutMs: 500 },
    });

  it('asks for an effect by its key, for the tenant that it belongs to', async () => {
    const told = structOf({ id: 'B-1' });
    answer = { message: { status: 'known', result: told, receipt: told } };
    expect(await lookUp()).toEqual({ kind: 'known', result: { id: 'B-1' }, receipt: { id: 'B-1' } });
    expect(asked).toEqual([{ skill: 'book_room', version: '1.0.0', idempotency_key: 'c-1', tenant: 'acme' }]);
  });

  it.each<[string, StubAnswer]>([
    ['pending', { message: { status: 'pending' } }],
    ['not_known', { message: { status: 'not_known' } }],
    ['cannot_tell', { message: { status: 'perhaps' } }],
    ['cannot_tell', { message: { status: 'known' } }],
    ['cannot_tell', { status: 'UNIMPLEMENTED' }],
    ['cannot_tell', { bytes: Buffer.from('no message') }],
    ['cannot_tell', 'never'],
  ])('takes for %s what answers %j', async (kind, told) => {
    answer = told;
    expect(await lookUp()).toEqual({ kind });
  });

  it('lists what a provider publishes, and says of what is no JSON that it is none', async () => {
    answer = { message: { skills: [structOf({ name: 'a' }), { fields: { a: { numberValue: NaN } } }] } };
    expect(await directory.manifests(url())).toEqual([{ name: 'a' }, 'not_json']);
    answer = { message: {} };
    expect(await directory.manifests(url())).toEqual([]);
  });

  it.each<[string, StubAnswer | 'nowhere']>([
    ['provider_unreachable', { status: 'UNAVAILABLE' }],
    ['manifests_unreadable', { bytes: Buffer.from('no message') }],
    ['provider_unreachable', 'nowhere'],
  ])('throws %s, to be tried again, for %j', async (code, told) => {
    if (told !== 'nowhere') answer = told;
    const at = told === 'nowhere' ? 'grpc://127.0.0.1:1' : url();
    await expect(directory.manifests(at)).rejects.toMatchObject({ name: 'TransientError', code });
  });

  it.each(['grpc://', 'http://127.0.0.1:1', 'nowhere'])('sends nothing to %s', async (at) => {
    expect(await provider.lookUp({ ...{ url: at, skill: 's', version: '1.0.0' }, ...KEY })).toEqual({
      kind: 'cannot_tell',
    });
  });
});

const KEY = { idempotencyKey: 'c', tenant: 't', timeoutMs: 300 };
