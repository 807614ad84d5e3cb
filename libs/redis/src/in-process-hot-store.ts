import { type Clock, SystemClock } from '@plinth/kernel';
import { type FieldUpdate, type HashFields, HotStore, VERSION_FIELD } from './hot-store';

interface Entry {
  readonly fields: Map<string, string>;
  readonly expiresAt: number;
}

/** The hot store of a single process; starts empty, which reads like a flushed one. */
export class InProcessHotStore extends HotStore {
  private readonly entries = new Map<string, Entry>();
  private writesSinceSweep = 0;

  constructor(private readonly clock: Clock = new SystemClock()) {
    super();
  }

  readHash(key: string): Promise<HashFields | undefined> {
    const fields = this.find(key);
    return Promise.resolve(fields && Object.fromEntries(fields));
  }

  writeHash(key: string, fields: HashFields, ttlMs: number): Promise<boolean> {
    if (versionOf(this.find(key)) > Number(fields[VERSION_FIELD] ?? Infinity)) return Promise.resolve(false);
    this.store(key, new Map(Object.entries(fields)), ttlMs);
    return Promise.resolve(true);
  }

  updateFields(key: string, update: FieldUpdate, ttlMs: number): Promise<boolean> {
    const before = this.find(key);
    const { expectVersion, version } = update;
    if (expectVersion !== undefined && before?.get(VERSION_FIELD) !== String(expectVersion))
      return Promise.resolve(false);
    const fields = new Map(before);
    for (const name of update.remove ?? []) fields.delete(name);
    for (const [name, value] of Object.entries(update.set ?? {})) fields.set(name, value);
    if (version !== undefined) fields.set(VERSION_FIELD, String(version));
    this.store(key, fields, ttlMs);
    return Promise.resolve(true);
  }

  remove(...keys: readonly string[]): Promise<number> {
    const stored = keys.filter((key) => this.find(key) !== undefined && this.entries.delete(key));
    return Promise.resolve(stored.length);
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.entries.clear();
    return Promise.resolve();
  }

  private find(key: string): ReadonlyMap<string, string> | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAt > this.clock.now() ? entry.fields : undefined;
  }

  /** A hash without fields does not exist, as in Redis. */
  private store(key: string, fields: Map<string, string>, ttlMs: number): void {
    this.sweepNowAndThen();
    if (fields.size === 0) this.entries.delete(key);
    else this.entries.set(key, { fields, expiresAt: this.clock.now() + ttlMs });
  }

  /** Once per as many writes as there are entries, so that leftovers cost a constant time each. */
  private sweepNowAndThen(): void {
    if (++this.writesSinceSweep <= this.entries.size) return;
    this.writesSinceSweep = 0;
    const now = this.clock.now();
    for (const [key, { expiresAt }] of this.entries) if (expiresAt <= now) this.entries.delete(key);
  }
}

const versionOf = (fields: ReadonlyMap<string, string> | undefined): number => Number(fields?.get(VERSION_FIELD) ?? -1);
