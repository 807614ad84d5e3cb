import { providerCalled, providerEffect, type ProviderCalled } from '@plinth/contracts';
import type { EffectState } from '../../../domain/outcome/effect-state';
import type { ProviderAnswer } from '../../../domain/outcome/provider-answer';
import { MAX_ANSWER_BYTES, readAnswer } from '../../../domain/outcome/read-answer';
import { SkillProvider, type EffectLookUp, type SkillRequest } from '../../../ports/skill-provider';
import { jsonBody } from '../provider-schemes/json-body';
import type { ProviderExchanges } from './provider-exchanges';
import { topicIn } from './topic-in';

/**
 * Providers over Kafka, `kafka://<topic of their commands>`. Calls of one key go in order. That nobody reads the topic cannot be told
 * from an answer that is late: either is a `timeout`, of which nobody knows whether it has acted.
 */
export class KafkaSkillProvider extends SkillProvider {
  constructor(private readonly exchanges: ProviderExchanges) {
    super();
  }

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    const { skill, version, idempotencyKey, context, dryRun = false, timeoutMs, signal } = request;
    const topic = topicIn(request.url);
    if (topic === undefined) return { kind: 'not_sent' };
    const answered = await this.exchanges.ask({
      ...{ topic, kind: 'call', key: idempotencyKey, tenant: context.tenant, timeoutMs, signal },
      body: {
        ...{ skill, version, arguments: request.arguments, context, idempotency_key: idempotencyKey },
        ...(dryRun && { dry_run: true }),
      },
    });
    if (answered.kind !== 'reply') return answered;
    if (answered.body.length > MAX_ANSWER_BYTES) return { kind: 'garbled', rule: 'too_large' };
    const body = jsonBody(answered.body);
    if (body === undefined) return { kind: 'garbled', rule: 'not_json' };
    const said = providerCalled.safeParse(body);
    return said.success ? read(said.data, answered.body.length) : { kind: 'garbled', rule: 'wrong_shape' };
  }

  override async lookUp(lookUp: EffectLookUp): Promise<EffectState> {
    const { skill, version, idempotencyKey, tenant, timeoutMs } = lookUp;
    const topic = topicIn(lookUp.url);
    if (topic === undefined) return { kind: 'cannot_tell' };
    const answered = await this.exchanges.ask({
      ...{ topic, kind: 'lookUp', key: idempotencyKey, tenant, timeoutMs },
      body: { skill, version, idempotency_key: idempotencyKey, tenant },
    });
    if (answered.kind !== 'reply') return { kind: 'cannot_tell' };
    const said = providerEffect.safeParse(jsonBody(answered.body));
    if (!said.success) return { kind: 'cannot_tell' };
    if (said.data.status !== 'known') return { kind: said.data.status };
    const answer = readAnswer(said.data, answered.body.length);
    return answer.kind === 'answered' ? { ...answer, kind: 'known' } : { kind: 'cannot_tell' };
  }
}

function read(said: ProviderCalled, bytes: number): ProviderAnswer {
  const { error, refused } = said;
  if (!error && !refused) return readAnswer(said, bytes);
  const reason = refused ?? (error?.code === 'invalid_arguments' ? 'invalid_arguments' : 'rejected');
  return {
    ...{ kind: 'refused', reason, answeredWith: error ? `the error ${error.code}` : `the refusal ${reason}` },
    error: error && { code: error.code, message: error.message, field: error.field, rule: error.rule },
  };
}
