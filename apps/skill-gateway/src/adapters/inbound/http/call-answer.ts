import { skillFailureText, type DataOf, type Language, type skillFailed } from '@plinth/contracts';
import type { ErrorBody } from '@plinth/kernel';
import type { GatewayCode } from '../../../domain/outcome/gateway-code';
import type { SkillReply } from '../../../domain/outcome/skill-reply';

/** The status of each failure of a call; an error that the contract of the skill declares is 422: asked well, and refused by the skill. */
const STATUS = {
  invalid_arguments: 400,
  dry_run_not_offered: 400,
  unknown_skill: 404,
  version_not_found: 404,
  confirmation_required: 409,
  version_revoked: 409,
  erased: 410,
  rate_limited: 429,
  too_many_calls: 429,
  cancelled: 499,
  invalid_output: 502,
  provider_fault: 502,
  answer_lost: 502,
  outcome_unknown: 502,
  circuit_open: 503,
  provider_overloaded: 503,
  provider_unreachable: 503,
  timeout: 504,
  deadline_exceeded: 504,
} as const satisfies Record<GatewayCode, number>;
const STATUS_BY_CODE: ReadonlyMap<string, number> = new Map(Object.entries(STATUS));

export interface CallAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: ErrorBody & { readonly request_id: string } };
  readonly retryAfterMs: number | undefined;
}

/**
 * The answer of a call: `status` succeeded, failed or unknown, with what served it, and the result or the error; of a failure `summary` is
 * what a model is told (S12).
 */
export function callAnswer({ kind, data }: SkillReply, requestId: string, language: Language): CallAnswer {
  if (kind === 'succeeded') return { status: 200, body: { status: 'succeeded', ...data }, retryAfterMs: undefined };
  const { error, retry_after_ms, ...rest } = data;
  return {
    status: STATUS_BY_CODE.get(error.code) ?? 422,
    body: {
      status: data.outcome === 'unknown' ? 'unknown' : 'failed',
      ...rest,
      summary: skillFailureText(language, { skill: data.skill, code: error.code, outcome: data.outcome }),
      error: { ...error, request_id: requestId },
    },
    retryAfterMs: retryAfterMsOf({ error, retry_after_ms }),
  };
}

/** When a failed call may fare better: as the gateway knows it, else after a second where the failure may pass. */
export function retryAfterMsOf({
  error,
  retry_after_ms,
}: Pick<DataOf<typeof skillFailed>, 'error' | 'retry_after_ms'>): number | undefined {
  const retryable = error.retryable && (STATUS_BY_CODE.get(error.code) ?? 0) >= 429;
  return retry_after_ms ?? (retryable ? 1_000 : undefined);
}
