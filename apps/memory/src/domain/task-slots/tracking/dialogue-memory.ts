/** A value that a reply has named for a slot; nobody has taken it yet. */
export interface Offer {
  readonly slot: string;
  readonly value: string;
}

/** A thing that has come up by its own name: a place, a shop, a course. */
export interface Named {
  readonly name: string;
  /** The service whose thing it is, where the dialogue told. */
  readonly service?: string;
}

/**
 * What earlier rounds leave behind for the next one, besides the state: a JSON value that the session keeps and hands
 * back unread. Both languages share it. Lists are newest last and bounded by the trackers.
 */
export interface DialogueMemory {
  /** Values that recent replies have named, the newest last. */
  readonly offers: readonly Offer[];
  /** Things that replies have named or the user has taken up, the latest last. */
  readonly named?: readonly Named[];
  /** The slot that the last reply asked the user for. */
  readonly asked?: string;
  /** The service that the last turn was about. */
  readonly service?: string;
  /** Slots that the last turn has filled: what “改成…” without a label puts right. */
  readonly changed?: readonly string[];
  /** Slots whose values the user has asked to be told in the last turn. */
  readonly requested?: readonly string[];
}

export const NO_DIALOGUE_MEMORY: DialogueMemory = { offers: [] };
