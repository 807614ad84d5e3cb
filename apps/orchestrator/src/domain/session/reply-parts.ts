/** Something the user has to know beside the answer; `message` is localised. */
export interface Notice {
  readonly code: NoticeCode;
  readonly message: string;
}

export type NoticeCode =
  | 'memory_unavailable'
  | 'model_unavailable'
  | 'reflection_skipped'
  | 'reply_blocked'
  | 'outcome_unknown'
  | 'effect_done'
  | 'turn_failed'
  | 'deadline_exceeded'
  | 'turn_cancelled';

/** What a reply rests on (O12). */
export type Evidence =
  | { readonly kind: 'memory'; readonly id: string; readonly key?: string; readonly layer?: string }
  | { readonly kind: 'skill'; readonly id: string; readonly skill: string; readonly version: string }
  | { readonly kind: 'policy'; readonly id: string; readonly version: string }
  | { readonly kind: 'flow'; readonly id: string; readonly name: string };

/** A choice of the planner with its reason, for memory to keep (M34). */
export interface Decision {
  readonly kind: string;
  readonly choice: string;
  readonly reason: string;
}
