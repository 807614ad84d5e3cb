import { jsonOfStruct, structOf, type Struct } from '@plinth/grpc';
import { GrpcStub, type StubAnswer, type StubCall } from '@plinth/testing';
import type { ProviderOnStage, SeenCall, Serving } from '../../../ports/skill-provider.contract';
import { GrpcSkillProvider, PROVIDER_SERVICE } from './grpc-skill-provider';

export const STUB = { folder: PROVIDER_SERVICE.protos, file: PROVIDER_SERVICE.file, service: PROVIDER_SERVICE.service };

interface InvokeMessage {
  readonly skill: string;
  readonly version: string;
  readonly arguments: Struct;
  readonly context: { readonly user_id: string };
  readonly idempotency_key: string;
  readonly dry_run: boolean;
}

export async function openGrpcStage(): Promise<ProviderOnStage> {
  const seen: SeenCall[] = [];
  const cancelled: Promise<void>[] = [];
  let serving: Serving = 'never';
  const stub = await GrpcStub.start({
    ...STUB,
    serve: (call) => {
      seen.push(seenIn(call));
      cancelled.push(call.cancelled);
      if (serving === 'drop') stub.close();
      return answerOf(serving);
    },
  });
  const provider = new GrpcSkillProvider();
  return {
    ...{ provider, seen, url: `grpc://${stub.address}`, nowhere: 'grpc://127.0.0.1:1' },
    serve: (next) => (serving = next),
    givenUp: () => Promise.all(cancelled),
    close: async () => {
      provider.close();
      stub.close();
    },
  };
}

function seenIn({ request, metadata }: StubCall): SeenCall {
  const { skill, version, idempotency_key: key, dry_run: dryRun, ...more } = request as InvokeMessage;
  return {
    ...{ skill, version, key, dryRun, user: more.context.user_id, arguments: jsonOfStruct(more.arguments) },
    traceparent: String(metadata.traceparent),
  };
}

function answerOf(serving: Serving): StubAnswer {
  switch (serving) {
    case 'overloaded':
      return { status: 'RESOURCE_EXHAUSTED' };
    case 'absent':
      return { status: 'NOT_FOUND' };
    case 'bug':
      return { status: 'INTERNAL' };
    case 'garbage':
      return { bytes: Buffer.from('no message') };
    case 'too_much':
      return { message: { result: structOf({ text: 'x'.repeat(200_000) }) } };
    case 'deep':
      return { message: { result: nested(40) } };
    case 'never':
    case 'drop':
      return 'never';
    default:
      if ('error' in serving) return { message: serving };
      return {
        message: {
          result: structOf(serving.result),
          ...(serving.receipt && { receipt: structOf(serving.receipt) }),
        },
      };
  }
}

function nested(levels: number): Struct {
  let struct: Struct = { fields: {} };
  for (let level = 0; level < levels; level += 1) struct = { fields: { a: { structValue: struct } } };
  return struct;
}
