import type { JsonObject } from '@plinth/kernel';
import type { ProviderAnswer } from '../domain/outcome/provider-answer';

export interface SkillRequest {
  readonly url: string;
  readonly skill: string;
  readonly version: string;
  readonly arguments: JsonObject;
  readonly context: {
    readonly tenant: string;
    readonly user_id: string;
    readonly session_id: string;
    readonly turn_id: string;
    readonly locale: string;
    readonly attributes: JsonObject;
  };
  /** The command's id, the same for every try of it. */
  readonly idempotencyKey: string;
  /** False for an effect whose provider ignores keys: the request must not go over a connection that may be stale. */
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  /** The provider tells what would be, and changes nothing; only for what its manifest offers. */
  readonly dryRun?: boolean;
  /** Aborted when nobody waits any more: the request is given up, and answered `broken` or `not_sent`. */
  readonly signal?: AbortSignal;
}

/** The way to the providers of skills. */
export abstract class SkillProvider {
  /** Makes one request, in the trace of the caller. Never throws for what a provider or the way to it does. */
  abstract call(request: SkillRequest): Promise<ProviderAnswer>;
}
