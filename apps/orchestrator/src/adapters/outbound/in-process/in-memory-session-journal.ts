import { SystemClock, type TenantId } from '@plinth/kernel';
import type { SessionKey } from '../../../domain/session/session';
import { isFinal, type FinalEvent, type SessionEvent } from '../../../domain/session/session-event';
import {
  CLAIM_BACKOFF_MS,
  SessionJournal,
  type Append,
  type Appended,
  type ClaimedSessions,
  type JournaledTurn,
  type SessionHead,
  type TurnKey,
} from '../../../ports/session-journal';

interface Row extends SessionKey {
  head: SessionHead;
  wakes: number;
  events: SessionEvent[];
}

/** A journal in memory, under the same contract as the tables; for tests and for trying things out. Events are kept as JSON keeps them. */
export class InMemorySessionJournal extends SessionJournal {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly clock: { now(): number } = new SystemClock()) {
    super();
  }

  async append(append: Append): Promise<Appended> {
    const row = this.rows.get(keyOf(append)) ?? {
      tenant: append.tenant,
      session: append.session,
      head: {},
      wakes: 0,
      events: [],
    };
    const first = append.events[0]?.id;
    if (this.all(append.tenant).some(({ event }) => event.id === first)) return { outcome: 'duplicate' };
    if (row.events.length !== append.expectedSeq) return { outcome: 'conflict' };
    let redacted = 0;
    if (append.redactEarlier) {
      redacted = row.events.filter((event) => event.texts !== null).length;
      row.events = row.events.map((event) => ({ ...event, texts: null }));
    }
    row.events.push(...copy(append.events));
    Object.assign(row, { head: append.head, wakes: 0 });
    this.rows.set(keyOf(append), row);
    return { outcome: 'appended', redacted };
  }

  async read(key: SessionKey, afterSeq: number): Promise<readonly SessionEvent[]> {
    return copy((this.rows.get(keyOf(key))?.events ?? []).filter((event) => event.seq > afterSeq));
  }

  async readTurn({ tenant, turn }: TurnKey): Promise<JournaledTurn | undefined> {
    const found = this.all(tenant).filter(({ event }) => event.turn === turn);
    const session = found[0]?.row.session;
    return session && { tenant, session, events: copy(found.map(({ event }) => event)) };
  }

  async finals(turns: readonly TurnKey[]): Promise<readonly (TurnKey & { readonly event: FinalEvent })[]> {
    return turns.flatMap(({ tenant, turn }) =>
      this.all(tenant).flatMap(({ event }) => (event.turn === turn && isFinal(event) ? [{ tenant, turn, event }] : [])),
    );
  }

  async nowMs(): Promise<number> {
    return this.clock.now();
  }

  async claimDue(limit: number): Promise<ClaimedSessions> {
    const nowMs = this.clock.now();
    const due = [...this.rows.values()]
      .filter(({ head }) => head.wakeAtMs !== undefined && head.wakeAtMs <= nowMs)
      .sort((a, b) => (a.head.wakeAtMs ?? 0) - (b.head.wakeAtMs ?? 0))
      .slice(0, limit);
    for (const row of due) {
      const backoff = Math.min(CLAIM_BACKOFF_MS.first * 2 ** row.wakes, CLAIM_BACKOFF_MS.max);
      row.head = { ...row.head, wakeAtMs: nowMs + backoff };
      row.wakes += 1;
    }
    return { nowMs, due: due.map(({ tenant, session }) => ({ tenant, session })) };
  }

  async sessionsOf(tenant: TenantId, userIds: readonly string[]): Promise<readonly SessionKey[]> {
    return [...this.rows.values()]
      .filter(
        (row) =>
          row.tenant === tenant &&
          [row.head.userKey, row.head.userId].some((id) => id !== undefined && userIds.includes(id)),
      )
      .map(({ session }) => ({ tenant, session }));
  }

  private all(tenant: TenantId) {
    return [...this.rows.values()]
      .filter((row) => row.tenant === tenant)
      .flatMap((row) => row.events.map((event) => ({ row, event })));
  }
}

const keyOf = ({ tenant, session }: SessionKey): string => `${tenant}\u0000${session}`;
const copy = (events: readonly SessionEvent[]): SessionEvent[] => structuredClone([...events]);
