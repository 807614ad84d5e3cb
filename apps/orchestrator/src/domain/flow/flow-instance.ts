import type { JsonObject } from '@plinth/kernel';

/** A skill call that a flow state has decided on, its arguments filled in. */
export interface SkillCall {
  readonly state: string;
  readonly skill: string;
  readonly arguments: JsonObject;
  readonly confirmed: boolean;
  readonly max_retries: number;
}

/** What a skill gave in a state of the flow. */
export interface StateResult {
  readonly skill: string;
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  readonly code?: string;
  readonly data: JsonObject;
}

/** A running flow, pinned by the hash of its content (T4). It outlives a turn while it waits for the user. */
export interface FlowInstance {
  readonly name: string;
  readonly hash: string;
  readonly state: string;
  readonly slots: Readonly<Record<string, string>>;
  /** By state. */
  readonly results: Readonly<Record<string, StateResult>>;
  /** Set between turns. */
  readonly waiting?: { readonly for: 'reply' | 'slot'; readonly slot?: string };
  /** Whether a skill with an effect has succeeded or may have: then the flow never starts over by itself. */
  readonly acted: boolean;
  /** States entered in this turn; bounds loops. */
  readonly moves: number;
}
