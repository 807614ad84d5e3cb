import { LRUCache } from 'lru-cache';
import { TransientError, type Clock } from '@plinth/kernel';
import { sessionKey, VERSION_FIELD, type HashFields, type HotStore } from '@plinth/redis';
import {
  EMPTY_SESSION,
  perKind,
  SLOT_KINDS,
  type SessionState,
  type SlotKind,
  type SlotOperation,
} from '../../../domain/session-state/session-state';
import type { SessionName } from '../../../ports/session-book';
import { SessionCache, type CachedSession, type ErasedSession } from '../../../ports/session-cache';
import { fieldOf, fieldsOf, lastField, stateOf } from './session-fields';

/** How long a store that failed is left alone, so that turns do not wait for it one after the other. */
const REST_MS = 5_000;
/** What this process keeps itself: a session's turns mostly come to the same replica. */
const RECENT = { max: 4_096, ttl: 10 * 60_000 };

/**
 * One hash per session and kind, each tagged with the version of the session, and the sessions of this process in memory in front of
 * them. Owns both copies and when the store is asked again after a failure.
 * 1. A copy counts only with its version: the ledger says what came after it, on whatever replica.
 * 2. A copy from the store counts only when its three hashes carry the same version.
 * 3. A write that meets another version replaces the hash as a whole, and never one that is newer.
 * 4. A store that is away is reported once, then left alone for five seconds; turns go on from the rows.
 */
export class HotSessionCache extends SessionCache {
  private readonly recent = new LRUCache<string, CachedSession>(RECENT);
  private restingUntilMs = 0;

  constructor(
    private readonly hot: HotStore,
    private readonly clock: Clock,
    private readonly ttlMs: number,
    private readonly report: (error: unknown) => void,
  ) {
    super();
  }

  async read(session: SessionName): Promise<CachedSession | undefined> {
    const recent = this.recent.get(nameOf(session));
    if (recent) return recent;
    const found = await this.attempt(() =>
      Promise.all(SLOT_KINDS.map(async (kind) => [kind, await this.hot.readHash(keyOf(session, kind))] as const)),
    );
    const byKind = new Map(found);
    const hashes = perKind((kind) => byKind.get(kind));
    if (!isWhole(hashes)) return undefined;
    const versions = new Set(Object.values(hashes).map((hash) => hash[VERSION_FIELD]));
    const [version] = versions;
    return versions.size === 1 && version !== undefined
      ? { version: Number(version), state: stateOf(hashes) }
      : undefined;
  }

  async save(
    session: SessionName,
    to: CachedSession,
    from?: { version: number; changed: readonly SlotOperation[] },
  ): Promise<void> {
    this.recent.set(nameOf(session), to);
    if (to.version === 0 || to.version === from?.version) return;
    await this.attempt(() => Promise.all(SLOT_KINDS.map((kind) => this.saveKind(session, kind, to, from))));
  }

  async forget(sessions: readonly SessionName[]): Promise<void> {
    if (sessions.length === 0) return;
    for (const session of sessions) this.recent.delete(nameOf(session));
    await this.attempt(() =>
      this.hot.remove(...sessions.flatMap((session) => SLOT_KINDS.map((kind) => keyOf(session, kind)))),
    );
  }

  async erase(sessions: readonly ErasedSession[]): ReturnType<SessionCache['erase']> {
    const sum = { hashes: 0, processCopies: 0, left: 0 };
    for (const { state = EMPTY_SESSION, version, ...session } of sessions) {
      const copy = this.recent.get(nameOf(session));
      this.recent.delete(nameOf(session));
      if (copy && SLOT_KINDS.some((held) => fieldsHeld(fieldsOf(copy.state, held)))) sum.processCopies++;
      for (const kind of SLOT_KINDS) {
        const key = keyOf(session, kind);
        const fields = fieldsOf(state, kind);
        if (fieldsHeld(await this.hot.readHash(key))) sum.hashes++;
        await this.hot.remove(key);
        await this.hot.writeHash(key, { ...fields, [VERSION_FIELD]: String(version) }, this.ttlMs);
        const { [VERSION_FIELD]: found, ...standing } = (await this.hot.readHash(key)) ?? {};
        const foreign = Object.entries(standing).some(([field, value]) => fields[field] !== value);
        if (foreign && Number(found) <= version) sum.left++;
      }
    }
    return sum;
  }

  private async saveKind(
    session: SessionName,
    kind: SlotKind,
    to: CachedSession,
    from: { version: number; changed: readonly SlotOperation[] } | undefined,
  ): Promise<void> {
    const key = keyOf(session, kind);
    if (from) {
      const { set, remove } = differenceOf(to.state, kind, from.changed);
      if (
        await this.hot.updateFields(key, { set, remove, expectVersion: from.version, version: to.version }, this.ttlMs)
      )
        return;
    }
    await this.hot.writeHash(key, { ...fieldsOf(to.state, kind), [VERSION_FIELD]: String(to.version) }, this.ttlMs);
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.clock.now() < this.restingUntilMs) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      this.restingUntilMs = this.clock.now() + REST_MS;
      this.report(error);
      return undefined;
    }
  }
}

const isWhole = (hashes: Record<SlotKind, HashFields | undefined>): hashes is Record<SlotKind, HashFields> =>
  Object.values(hashes).every((hash) => hash !== undefined);

/** Whether a hash says more than its version. */
const fieldsHeld = (hash: HashFields | undefined): boolean =>
  Object.keys(hash ?? {}).some((field) => field !== VERSION_FIELD);

const nameOf = (session: SessionName): string => keyOf(session, 'state');
const keyOf = ({ tenant, userId, sessionId }: SessionName, kind: SlotKind): string =>
  sessionKey(tenant, userId, sessionId, kind);

function differenceOf(
  state: SessionState,
  kind: SlotKind,
  changed: readonly SlotOperation[],
): { set: HashFields; remove: string[] } {
  const keys = new Set(changed.filter((operation) => operation.kind === kind).map(({ key }) => key));
  const set: [string, string][] = kind === 'state' ? lastField(state) : [];
  const remove: string[] = [];
  for (const key of keys) {
    const value = state[kind].get(key);
    if (value === undefined) remove.push(fieldOf(key));
    else set.push([fieldOf(key), value]);
  }
  return { set: Object.fromEntries(set), remove };
}
