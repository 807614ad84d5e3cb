/**
 * What a turn means for the profile. Assembly decides it, with the session before its eyes; the commit of the same turn carries it
 * out, so that a turn that never commits leaves nothing durable behind.
 */
export type ProfileIntent =
  | {
      readonly type: 'declare';
      readonly candidateId: string;
      readonly key: string;
      readonly value: string;
      readonly from?: Provenance;
    }
  /** The reply before this turn asked for it. */
  | { readonly type: 'asked'; readonly candidateId: string }
  | { readonly type: 'confirm'; readonly candidateId: string; readonly key: string; readonly value: string }
  | { readonly type: 'refuse'; readonly candidateId: string }
  /** An undo took the declaration back. */
  | { readonly type: 'withdraw'; readonly key: string }
  /** A confirmed value was corrected, which confirms the new one (M12). */
  | { readonly type: 'correct'; readonly key: string; readonly value: string }
  /** The user says that what was confirmed holds no more, and nothing takes its place (M14). */
  | { readonly type: 'expire'; readonly key: string }
  /** Nobody is asked: the system has verified it, or the user lets memory learn by itself (M12). */
  | {
      readonly type: 'store';
      readonly factId: string;
      readonly key: string;
      readonly value: string;
      readonly origin: 'verified' | 'learned';
      readonly from: Provenance;
    };

/** Where a value comes from, when that is not the turn itself. */
export interface Provenance {
  readonly sourceId: string;
  readonly sourceType: 'user' | 'system' | 'inference';
  readonly sourceChannel: string;
  /** Where it is another than that of the cause. */
  readonly confidence?: number;
  readonly observedAtMs: number;
  readonly validUntilMs?: number;
}
