import { PROTOS } from '@plinth/contracts';
import { GrpcClient, jsonOfStruct, structOf, type GrpcAnswered } from '@plinth/grpc';
import type { EffectState } from '../../../domain/outcome/effect-state';
import type { ProviderAnswer } from '../../../domain/outcome/provider-answer';
import { MAX_ANSWER_BYTES, readAnswer } from '../../../domain/outcome/read-answer';
import { SkillProvider, type EffectLookUp, type SkillRequest } from '../../../ports/skill-provider';
import { effectAnswered, invokeAnswered, type InvokeAnswered } from './provider-messages';
import { refusalOfStatus } from './refusal-of-status';

export const PROVIDER_SERVICE = {
  protos: PROTOS,
  file: 'plinth/skills/v1/skill_provider.proto',
  service: 'plinth.skills.v1.SkillProvider',
} as const;

/**
 * Providers over gRPC, `grpc://host:port` or `grpcs://host:port`, by `plinth.skills.v1.SkillProvider`. Owns its connections, which
 * are kept open, but for effects whose provider ignores keys.
 */
export class GrpcSkillProvider extends SkillProvider {
  private readonly client = new GrpcClient({ ...PROVIDER_SERVICE, maxBytes: MAX_ANSWER_BYTES });

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    const { url, skill, version, timeoutMs, signal, context, idempotencyKey, dryRun = false } = request;
    const answered = await this.client.call({
      ...{ url, method: 'Invoke', timeoutMs, signal, fresh: !request.repeatable },
      request: {
        ...{ skill, version, idempotency_key: idempotencyKey, dry_run: dryRun },
        arguments: structOf(request.arguments),
        context: { ...context, attributes: structOf(context.attributes) },
      },
    });
    if (answered.kind !== 'message') return unanswered(answered);
    const said = invokeAnswered.safeParse(answered.message);
    return said.success ? read(said.data, answered.bytes) : { kind: 'garbled', rule: 'wrong_shape' };
  }

  override async lookUp(lookUp: EffectLookUp): Promise<EffectState> {
    const { url, skill, version, idempotencyKey, tenant, timeoutMs } = lookUp;
    const answered = await this.client.call({
      ...{ url, method: 'LookUpEffect', timeoutMs },
      request: { skill, version, idempotency_key: idempotencyKey, tenant },
    });
    const said = effectAnswered.safeParse(answered.kind === 'message' ? answered.message : undefined);
    if (!said.success) return { kind: 'cannot_tell' };
    if (said.data.status !== 'known') return { kind: said.data.status };
    const answer = read(said.data, 0);
    return answer.kind === 'answered' ? { ...answer, kind: 'known' } : { kind: 'cannot_tell' };
  }

  close(): void {
    this.client.close();
  }
}

function unanswered(answered: Exclude<GrpcAnswered, { readonly kind: 'message' }>): ProviderAnswer {
  switch (answered.kind) {
    case 'status':
      return {
        ...{ kind: 'refused', reason: refusalOfStatus(answered.status), error: undefined },
        answeredWith: `status ${answered.status}`,
      };
    case 'too_large':
      return { kind: 'garbled', rule: 'too_large' };
    case 'unreadable':
      return { kind: 'garbled', rule: 'unreadable' };
    default:
      return answered;
  }
}

function read({ result, receipt, error }: InvokeAnswered, bytes: number): ProviderAnswer {
  if (error) {
    const { code, message, field, rule } = error;
    return {
      ...{ kind: 'refused', reason: code === 'invalid_arguments' ? 'invalid_arguments' : 'rejected' },
      ...{ answeredWith: `the error ${code}`, error: { code, message, field, rule } },
    };
  }
  const [told, proof] = [result && jsonOfStruct(result), receipt && jsonOfStruct(receipt)];
  if (told === 'too_deep' || proof === 'too_deep') return { kind: 'garbled', rule: 'max_depth' };
  if (told === 'not_json' || proof === 'not_json') return { kind: 'garbled', rule: 'not_json' };
  return readAnswer({ ...(told && { result: told }), ...(proof && { receipt: proof }) }, bytes);
}
