import { MAX_DEPTH } from '@plinth/kernel';
import { injectContext } from '@plinth/telemetry';
import { z } from 'zod';
import { nestsDeeper } from '../../../domain/contract/text-faults';
import type { ProviderAnswer, ProviderError, ProviderRefusal } from '../../../domain/outcome/provider-answer';
import type { EffectState } from '../../../domain/outcome/effect-state';
import { isJsonObject } from '../../../domain/outcome/json-object';
import { MAX_ANSWER_BYTES, readAnswer } from '../../../domain/outcome/read-answer';
import { SkillProvider, type EffectLookUp, type SkillRequest } from '../../../ports/skill-provider';
import { jsonBody } from '../provider-schemes/json-body';
import { exchange, type Exchanged } from './exchange';
import { KeptOpenAgents } from './kept-open-agents';
import { refusalReason } from './refusal-reason';

const effectAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('known'), result: z.unknown(), receipt: z.unknown().optional() }),
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('not_known') }),
]);

const errorAnswer = z.object({
  error: z.object({
    code: z.string().max(64),
    message: z.string().catch(''),
    field: z.string().optional().catch(undefined),
    rule: z.string().optional().catch(undefined),
  }),
});

/**
 * Providers over HTTP: `POST <url>/skills/<name>/<version>`. Owns its connections, which are kept open, but for effects whose
 * provider ignores keys: a kept connection may turn out closed only after the request was written to it.
 */
export class HttpSkillProvider extends SkillProvider {
  private readonly agents = new KeptOpenAgents();

  private readonly urls = new Map<string, URL | null>();

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    const url = this.urlOf(request);
    if (!url) return { kind: 'not_sent' };
    const { arguments: given, context, dryRun = false } = request;
    const answer = await exchange({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': request.idempotencyKey,
        ...injectContext(),
      },
      body: JSON.stringify({ arguments: given, context, ...(dryRun && { dry_run: true }) }),
      timeoutMs: request.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      agent: request.repeatable ? this.agents.of(url) : undefined,
      signal: request.signal,
    });
    return read(answer);
  }

  /** `GET <url>/skills/<name>/<version>/effects/<key>?tenant=<tenant>` → `{"status": "known", result, receipt?}` and the like. */
  override async lookUp(lookUp: EffectLookUp): Promise<EffectState> {
    const { idempotencyKey, tenant, timeoutMs } = lookUp;
    const url = skillUrl(lookUp, `/effects/${encodeURIComponent(idempotencyKey)}?tenant=${encodeURIComponent(tenant)}`);
    if (!url) return { kind: 'cannot_tell' };
    const headers = { accept: 'application/json', ...injectContext() };
    const agent = this.agents.of(url);
    const answer = await exchange({ method: 'GET', url, headers, timeoutMs, maxBytes: MAX_ANSWER_BYTES, agent });
    return answer.kind === 'response' ? readEffect(answer) : { kind: 'cannot_tell' };
  }

  /** Where a version is served, read once. */
  private urlOf({ url, skill, version }: SkillRequest): URL | null {
    const key = `${skill} ${version} ${url}`;
    const known = this.urls.get(key);
    if (known !== undefined) return known;
    const read = skillUrl({ url, skill, version });
    this.urls.set(key, read);
    return read;
  }

  close(): void {
    this.agents.close();
  }
}

function skillUrl({ url, skill, version }: Pick<SkillRequest, 'url' | 'skill' | 'version'>, rest = ''): URL | null {
  return URL.parse(`${url.replace(/\/$/, '')}/skills/${skill}/${version}${rest}`);
}

/** A 404 whose body does not say so is a provider that has no such route. */
function readEffect({ status, body }: Extract<Exchanged, { readonly kind: 'response' }>): EffectState {
  const read = effectAnswer.safeParse(status === 200 || status === 404 ? jsonBody(body) : undefined);
  if (!read.success) return { kind: 'cannot_tell' };
  const { data } = read;
  if (data.status !== 'known') return { kind: data.status };
  const isSound = data.result !== undefined && !nestsDeeper(data, MAX_DEPTH + 1);
  return isSound ? { kind: 'known', result: data.result, receipt: data.receipt } : { kind: 'cannot_tell' };
}

function read(exchanged: Exchanged): ProviderAnswer {
  switch (exchanged.kind) {
    case 'response':
      return isSuccess(exchanged.status)
        ? readResult(exchanged.body)
        : refused(exchanged.status, readError(exchanged.body));
    case 'too_large':
      return isSuccess(exchanged.status)
        ? { kind: 'garbled', rule: 'too_large' }
        : refused(exchanged.status, undefined);
    default:
      return exchanged;
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function refused(status: number, error: ProviderError | undefined): ProviderRefusal {
  return { kind: 'refused', reason: refusalReason(status, error?.code), answeredWith: `status ${status}`, error };
}

function readResult(body: Buffer): ProviderAnswer {
  const parsed = jsonBody(body);
  if (parsed === undefined) return { kind: 'garbled', rule: 'not_json' };
  return isJsonObject(parsed) ? readAnswer(parsed, body.length) : { kind: 'garbled', rule: 'wrong_shape' };
}

function readError(body: Buffer): ProviderError | undefined {
  const parsed = errorAnswer.safeParse(jsonBody(body));
  if (!parsed.success) return undefined;
  const { code, message, field, rule } = parsed.data.error;
  return { code, message, field, rule };
}
