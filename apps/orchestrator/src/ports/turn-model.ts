import type { ErrorBody, RequestId, TurnId } from '@plinth/kernel';
import type { SessionKey } from '../domain/session/session';
import type { DataOf, modelAnswer, modelAnswered } from '@plinth/contracts';

export type Prompt = DataOf<typeof modelAnswer>;
export type ModelText = DataOf<typeof modelAnswered>;

/** The configured language model. */
export abstract class TurnModel {
  /** Throws TransientError (`model_unavailable`, `model_timeout`) or PermanentError (`model_refused`, `model_garbled`). */
  abstract answer(prompt: Prompt): Promise<ModelText>;
}

/** One call of the model per command, also when two replicas get it or one dies meanwhile (T3). */
export abstract class ModelLedger {
  /** The recorded answer; or this caller may ask (`leased`) until `leaseMs` have passed; or another one is asking (`taken`). */
  abstract lease(call: ModelCall, nowMs: number, leaseMs: number): Promise<ModelText | 'leased' | 'taken'>;
  abstract record(call: ModelCall, answer: ModelText): Promise<void>;
  /** Gives the lease back after a failure. */
  abstract release(call: ModelCall): Promise<void>;
}

export interface ModelCall extends SessionKey {
  readonly command: string;
  readonly turn?: TurnId;
  readonly request?: RequestId;
}

/** Where an answer goes: to the session that waits for it, as the reply to its command. Throws TransientError when that is not known. */
export abstract class ModelReplies {
  abstract answered(call: ModelCall, answer: ModelText): Promise<void>;
  abstract failed(call: ModelCall, error: ErrorBody): Promise<void>;
}
