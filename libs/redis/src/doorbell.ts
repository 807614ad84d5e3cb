/** Tells other replicas to look, at most once: a ring may be lost and says nothing that is not in the tables too (T6). */
export abstract class Doorbell {
  /** Returns at once and never throws; the rings of one tick travel together. */
  abstract ring(channel: string, payload: string): void;

  /**
   * Calls `onRing` for every ring of the channel, from any replica, never inside the caller's `ring`. Never rejects because the store is
   * away: the subscription holds as soon as it is back, so read what you wait for after subscribing, and poll. Answers how to end it.
   */
  abstract subscribe(channel: string, onRing: (payload: string) => void): Promise<() => Promise<void>>;

  abstract close(): Promise<void>;
}
