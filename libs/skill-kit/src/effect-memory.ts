/**
 * Remembers the result of an effect by its idempotency key.
 * 1. `once` runs `act` at most once per key in this process at a time; concurrent callers of a key share its result.
 * 2. What `act` returned is recorded before it is answered; a later call with the key gets the record.
 * 3. A throw records nothing: the key may be tried again.
 */
export abstract class EffectMemory {
  abstract once(key: string, act: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Forgets with its process: for skills whose effects live and die with it too, and for tests. */
export class InProcessEffectMemory extends EffectMemory {
  private readonly results = new Map<string, Promise<Record<string, unknown>>>();

  once(key: string, act: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const known = this.results.get(key);
    if (known) return known;
    const result = act();
    this.results.set(key, result);
    result.catch(() => this.results.delete(key));
    return result;
  }
}
