import type { SkillReply } from '../domain/outcome/skill-reply';
import type { Choice } from '../domain/routing/choose-version';
import type { Invocation } from './invocation-ledger';

/** A call whose provider was asked, with the reply that its user gets. */
export interface AnsweredCall {
  /** With the version that served. */
  readonly invocation: Invocation;
  readonly reply: SkillReply;
  /** When the command was made, epoch milliseconds; an erasure of its user up to then covers all that is noted of it. */
  readonly madeAtMs: number | undefined;
  /** What routed it; `shadow`: the candidate is to run beside the baseline, which has answered. */
  readonly routed: Pick<Choice, 'rollout' | 'stage' | 'shadow'>;
}

/**
 * What is learned from calls beside answering them: figures of both versions, the candidate's answer to the same arguments (S8), and
 * recordings for replays (S14).
 */
export abstract class ShadowRuns {
  /** Takes the call over and comes back at once. Never throws, and nothing that comes of it reaches the call. */
  abstract offer(call: AnsweredCall): void;
}
