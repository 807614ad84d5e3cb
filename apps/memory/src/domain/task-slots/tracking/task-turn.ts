import type { DialogueMemory } from './dialogue-memory';

export interface TaskTurn {
  readonly text: string;
  readonly previousReply?: string;
  readonly nowMs: number;
  readonly timeZone: string;
  /** What earlier rounds offered and the state named, newest last; kept by the session. */
  readonly memory?: DialogueMemory;
}

export interface SlotChange {
  readonly slot: string;
  /** Null when the slot is emptied. */
  readonly value: string | null;
  readonly because: 'said' | 'accepted' | 'corrected' | 'refers' | 'dropped';
}

export interface SlotTracking {
  readonly changes: SlotChange[];
  readonly memory: DialogueMemory;
}
