/** The field that carries a hash's version, a whole number in decimal. */
export const VERSION_FIELD = '__v';

export type HashFields = Readonly<Record<string, string>>;

export interface FieldUpdate {
  readonly set?: HashFields;
  readonly remove?: readonly string[];
  /** Update only if the stored version is this one; an absent hash has none. Without it: whatever is stored. */
  readonly expectVersion?: number;
  /** The version afterwards. */
  readonly version?: number;
}

/**
 * Hashes that can be rebuilt from the tables: losing one loses nothing. Each call is atomic for its key. Every write sets the time to
 * live anew, a safety net against leftovers.
 *
 * Every call throws TransientError(`redis_unavailable`) within about half a second when the store is away; a write may have happened.
 */
export abstract class HotStore {
  /** All fields, or undefined when nothing is stored: never stored, removed, expired or flushed. */
  abstract readHash(key: string): Promise<HashFields | undefined>;

  /**
   * Replaces the whole hash. Answers false and changes nothing when the stored hash has a higher version, so that a slow rebuild never
   * puts an old state over a new one.
   */
  abstract writeHash(key: string, fields: HashFields, ttlMs: number): Promise<boolean>;

  /** Changes some fields. Answers false and changes nothing when the stored version is not the expected one. */
  abstract updateFields(key: string, update: FieldUpdate, ttlMs: number): Promise<boolean>;

  /** Answers how many of the keys were stored. */
  abstract remove(...keys: readonly string[]): Promise<number>;

  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;
}
