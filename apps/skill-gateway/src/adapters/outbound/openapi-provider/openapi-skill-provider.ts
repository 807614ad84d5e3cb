import { injectContext } from '@plinth/telemetry';
import { bindingIn } from '../../../domain/imports/operation-binding';
import type { ProviderAnswer } from '../../../domain/outcome/provider-answer';
import { MAX_ANSWER_BYTES, readAnswer } from '../../../domain/outcome/read-answer';
import { SkillProvider, type SkillRequest } from '../../../ports/skill-provider';
import { exchange, type Exchanged } from '../http-provider/exchange';
import { KeptOpenAgents } from '../http-provider/kept-open-agents';
import { refusalReason } from '../http-provider/refusal-reason';
import { jsonBody } from '../provider-schemes/json-body';
import { requestOf } from './request-of';

/** What a status says here: 404 is of the thing that was asked for, not of the operation. */
const reasonOf = (status: number) => (status === 404 ? 'rejected' : refusalReason(status, undefined));

/**
 * Operations of HTTP APIs that an OpenAPI document describes, `openapi+http(s)://…` as `bindingUrl` writes it. The result is
 * `{status, body}`. Owns its connections, as `HttpSkillProvider` does.
 */
export class OpenApiSkillProvider extends SkillProvider {
  private readonly agents = new KeptOpenAgents();

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    const binding = bindingIn(request.url);
    // No API has a place to be told that nothing is to change.
    if (!binding || request.dryRun === true) return { kind: 'not_sent' };
    const asked = requestOf(binding, request.arguments);
    if ('rule' in asked) {
      const error = { code: 'invalid_arguments', message: 'The argument has no place in a request.', ...asked };
      return { kind: 'refused', reason: 'invalid_arguments', answeredWith: 'no request', error };
    }
    const { url, body } = asked;
    const answer = await exchange({
      ...{ method: METHOD[binding.method], url, timeoutMs: request.timeoutMs, maxBytes: MAX_ANSWER_BYTES },
      headers: {
        ...asked.headers,
        accept: 'application/json',
        'idempotency-key': request.idempotencyKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...injectContext(),
      },
      ...(body !== undefined && { body }),
      agent: request.repeatable ? this.agents.of(url) : undefined,
      signal: request.signal,
    });
    return read(answer);
  }

  close(): void {
    this.agents.close();
  }
}

const METHOD = { get: 'GET', put: 'PUT', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;

function read(answer: Exchanged): ProviderAnswer {
  if (answer.kind === 'too_large' && answer.status < 300) return { kind: 'garbled', rule: 'too_large' };
  if (answer.kind !== 'response' && answer.kind !== 'too_large') return answer;
  const { status } = answer;
  if (status < 200 || status >= 300 || answer.kind === 'too_large')
    return { kind: 'refused', reason: reasonOf(status), answeredWith: `status ${status}`, error: undefined };
  if (answer.body.length === 0) return { kind: 'answered', result: { status }, receipt: undefined };
  const body = jsonBody(answer.body);
  if (body === undefined) return { kind: 'garbled', rule: 'not_json' };
  return readAnswer({ result: { status, body } }, answer.body.length);
}
