import type { SkillReply } from '../domain/outcome/skill-reply';
import type { Invocation } from './invocation-ledger';

/** Where a rollout stood when it routed a call. */
export interface RoutedBy {
  readonly baseline: string;
  readonly candidate: string;
  /** The stage that put the call where it went; undefined: outside of all of them. */
  readonly stage: string | undefined;
  /** The candidate is to run beside the baseline, which has answered. */
  readonly shadow: boolean;
}

/** A call whose provider was asked, with the reply that its user gets. */
export interface AnsweredCall {
  /** With the version that served. */
  readonly invocation: Invocation;
  readonly reply: SkillReply;
  /** Undefined: no rollout of the skill is under way. */
  readonly rollout: RoutedBy | undefined;
}

/**
 * What is learned from calls beside answering them: figures of both versions, the candidate's answer to the same arguments (S8), and
 * recordings for replays (S14).
 */
export abstract class ShadowRuns {
  /** Takes the call over and comes back at once. Never throws, and nothing that comes of it reaches the call. */
  abstract offer(call: AnsweredCall): void;
}
