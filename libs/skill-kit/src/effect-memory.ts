type Result = Record<string, unknown>;

/** What is known of the effect of a key: it happened and was answered so; it is under way; the key was never worked on. */
export type EffectStatus =
  | { readonly status: 'known'; readonly result: Result }
  | { readonly status: 'pending' }
  | { readonly status: 'not_known' };

/**
 * Remembers the result of an effect by its idempotency key.
 * 1. `once` runs `act` at most once per key in this process at a time; concurrent callers of a key share its result.
 * 2. What `act` returned is recorded before it is answered; a later call with the key gets the record.
 * 3. A throw records nothing: the key may be tried again.
 * 4. `lookUp` starts nothing. It says `not_known` only of a key of which no record exists and no work is under way here; a memory
 *    that a restart empties says it of what it forgot, too, so a provider with real effects keeps its records.
 */
export abstract class EffectMemory {
  abstract once(key: string, act: () => Promise<Result>): Promise<Result>;

  abstract lookUp(key: string): Promise<EffectStatus>;
}

/** Forgets with its process: for skills whose effects live and die with it too, and for tests. */
export class InProcessEffectMemory extends EffectMemory {
  private readonly underWay = new Map<string, Promise<Result>>();

  constructor(private readonly results = new Map<string, Result>()) {
    super();
  }

  async once(key: string, act: () => Promise<Result>): Promise<Result> {
    const known = this.results.get(key) ?? this.underWay.get(key);
    if (known) return known;
    const result = this.record(key, act).finally(() => this.underWay.delete(key));
    this.underWay.set(key, result);
    return result;
  }

  async lookUp(key: string): Promise<EffectStatus> {
    const result = this.results.get(key);
    if (result) return { status: 'known', result };
    return { status: this.underWay.has(key) ? 'pending' : 'not_known' };
  }

  private async record(key: string, act: () => Promise<Result>): Promise<Result> {
    const result = await act();
    await this.keep(key, result);
    this.results.set(key, result);
    return result;
  }

  /** Before a result is known to anybody; here nothing outlives the process. */
  protected keep(_key: string, _result: Result): Promise<void> {
    return Promise.resolve();
  }
}
