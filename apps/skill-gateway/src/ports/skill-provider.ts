import type { JsonObject } from '@plinth/kernel';
import type { EffectState } from '../domain/outcome/effect-state';
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
  /** Asks what would be, and nothing is to change; only of a skill whose manifest offers it. */
  readonly dryRun?: boolean;
  /** Aborted when nobody waits for the answer any more: the request is given up, its answer is `cancelled`. */
  readonly signal?: AbortSignal;
}

export interface EffectLookUp extends Pick<SkillRequest, 'url' | 'skill' | 'version' | 'idempotencyKey' | 'timeoutMs'> {
  readonly tenant: string;
}

/** The way to the providers of skills. */
export abstract class SkillProvider {
  /** Makes one request, in the trace of the caller. Never throws for what a provider or the way to it does. */
  abstract call(request: SkillRequest): Promise<ProviderAnswer>;

  /** Asks what became of an effect, by its key; changes nothing. Never throws, as `call`; a provider need not offer it. */
  lookUp(_lookUp: EffectLookUp): Promise<EffectState> {
    return Promise.resolve({ kind: 'cannot_tell' });
  }
}
