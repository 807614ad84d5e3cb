import type { TurnKey } from './session-journal';

/** Tells other replicas that a turn has ended; a hint to read the journal, at most once, never data (T6). */
export abstract class TurnBell {
  /** Returns at once and never throws. */
  abstract announce(turn: TurnKey): void;
  /** Answers how to stop listening. */
  abstract listen(onEnded: (turn: TurnKey) => void): Promise<() => Promise<void>>;
}
