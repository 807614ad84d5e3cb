/**
 * Lets this process change one session at a time. Owns the tail of each session's chain.
 * 1. Work of one key runs in the order in which it came, and never overlaps.
 * 2. Keys never wait for each other.
 * 3. A failure ends its own work alone.
 * It spares conflicts in the journal; across processes only the journal decides (T2).
 */
export class SessionLanes {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const result = before ? before.then(work, work) : work();
    const tail = result.catch(() => undefined);
    this.tails.set(key, tail);
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    return result;
  }
}
