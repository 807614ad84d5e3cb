import { sessionId, tenantId, TransientError, turnId, type TenantId } from '@plinth/kernel';
import { Batcher, EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import type { SessionKey } from '../../../domain/session/session';
import { isFinal, type FinalEvent, type SessionEvent } from '../../../domain/session/session-event';
import {
  CLAIM_BACKOFF_MS,
  SessionJournal,
  type Append,
  type Appended,
  type ClaimedSessions,
  type JournaledTurn,
  type TurnKey,
} from '../../../ports/session-journal';
import { APPEND, appendValues, type AppendRow } from './append-statement';
import { EVENT_COLUMNS, eventOf, type EventRow } from './event-row';

const MAX_BATCH = 64;
/** Two, so that one batch is prepared while the other waits for its commit. */
const FLUSHES = 2;

/** Epoch milliseconds by the clock that all replicas share. */
const NOW_MS = `floor(extract(epoch FROM now()) * 1000)::bigint`;

/** One row at least: the clock is told even when nothing is due. */
interface ClaimRow {
  readonly now_ms: number;
  readonly tenant: string | null;
  readonly session_id: string | null;
}

/** The tables `sessions` and `session_events`. Appends of one tick are committed together; no transaction is open between calls. */
export class PostgresSessionJournal extends SessionJournal {
  private readonly appends: Batcher<Append, Appended>;

  constructor(private readonly db: SqlDatabase) {
    super();
    this.appends = new Batcher({
      flush: (batch) => this.flush(batch),
      maxBatch: MAX_BATCH,
      concurrency: FLUSHES,
      summary: () => 'INSERT session_events',
    });
  }

  append(append: Append): Promise<Appended> {
    return append.redactEarlier ? this.redactAndAppend(append) : this.appends.add(append);
  }

  async read({ tenant, session }: SessionKey, afterSeq: number): Promise<readonly SessionEvent[]> {
    const rows = await this.db.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM session_events WHERE tenant = $1 AND session_id = $2 AND seq > $3 ORDER BY seq`,
      [tenant, session, afterSeq],
      { tenant },
    );
    return rows.map(eventOf);
  }

  async readTurn({ tenant, turn }: TurnKey): Promise<JournaledTurn | undefined> {
    const rows = await this.db.query<EventRow & { session_id: string }>(
      `SELECT e.session_id, ${EVENT_COLUMNS.replaceAll(/\w+/g, 'e.$&')} FROM session_events q
       JOIN session_events e ON e.tenant = q.tenant AND e.session_id = q.session_id AND e.seq >= q.seq AND e.turn_id = q.turn_id
       WHERE q.turn_id = $2 AND q.type = 'turn.requested.v1' AND q.tenant = $1 ORDER BY e.seq`,
      [tenant, turn],
      { tenant },
    );
    const first = rows[0];
    return first && { tenant, session: sessionId(first.session_id), events: rows.map(eventOf) };
  }

  async finals(turns: readonly TurnKey[]): Promise<readonly (TurnKey & { readonly event: FinalEvent })[]> {
    if (turns.length === 0) return [];
    const rows = await this.db.query<EventRow & { tenant: string }>(
      `SELECT tenant, ${EVENT_COLUMNS} FROM session_events
       WHERE turn_id = ANY($1::uuid[]) AND type IN ('turn.completed.v1', 'turn.failed.v1', 'turn.cancelled.v1')`,
      [turns.map(({ turn }) => turn)],
      EVERY_TENANT,
    );
    const wanted = new Set(turns.map(({ tenant, turn }) => `${tenant}\u0000${turn}`));
    return rows
      .filter((row) => wanted.has(`${row.tenant}\u0000${row.turn_id}`))
      .map((row) => ({ tenant: tenantId(row.tenant), event: eventOf(row) }))
      .flatMap(({ tenant, event }) =>
        isFinal(event) && event.turn ? [{ tenant, turn: turnId(event.turn), event }] : [],
      );
  }

  async claimDue(limit: number): Promise<ClaimedSessions> {
    const rows = await this.db.query<ClaimRow>(
      `WITH claimed AS (
         UPDATE sessions s SET wake_at_ms = ${NOW_MS} + least($2 * power(2, least(s.wakes, 20)), $3)::bigint, wakes = s.wakes + 1
         FROM (SELECT tenant, session_id FROM sessions WHERE wake_at_ms <= ${NOW_MS} ORDER BY wake_at_ms LIMIT $1 FOR UPDATE SKIP LOCKED) due
         WHERE s.tenant = due.tenant AND s.session_id = due.session_id
         RETURNING s.tenant, s.session_id)
       SELECT ${NOW_MS} AS now_ms, tenant, session_id FROM (SELECT) one LEFT JOIN claimed ON true`,
      [limit, CLAIM_BACKOFF_MS.first, CLAIM_BACKOFF_MS.max],
      EVERY_TENANT,
    );
    const due = rows.flatMap(({ tenant, session_id }) =>
      tenant === null || session_id === null ? [] : [{ tenant: tenantId(tenant), session: sessionId(session_id) }],
    );
    return { nowMs: nowOf(rows), due };
  }

  async nowMs(): Promise<number> {
    return nowOf(await this.db.query<Pick<ClaimRow, 'now_ms'>>(`SELECT ${NOW_MS} AS now_ms`));
  }

  async sessionsOf(tenant: TenantId, userIds: readonly string[]): Promise<readonly SessionKey[]> {
    const rows = await this.db.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE tenant = $1 AND (user_key = ANY($2::text[]) OR user_id = ANY($2::text[]))`,
      [tenant, [...userIds]],
      { tenant },
    );
    return rows.map((row) => ({ tenant, session: sessionId(row.session_id) }));
  }

  /** Waits for the appends under way. */
  drain(): Promise<void> {
    return this.appends.drain();
  }

  /** One statement for the first append of each session; a second one of the same batch has been overtaken by it. */
  private async flush(batch: readonly Append[]): Promise<readonly Appended[]> {
    const places = new Map<string, number>();
    batch.forEach(({ tenant, session }, place) => {
      const key = `${tenant}\u0000${session}`;
      if (!places.has(key)) places.set(key, place);
    });
    const chosen = [...places.values()];
    const values = appendValues(chosen.flatMap((place) => batch[place] ?? []));
    const rows = await this.db.query<AppendRow>(APPEND, values, EVERY_TENANT);
    const outcomes = new Map(rows.map(({ n, outcome }) => [chosen[n], outcome]));
    return batch.map((_append, place) => appended(outcomes.get(place) ?? 'conflict', 0));
  }

  /** The row is locked before the texts are emptied; what does not fit is rolled back by appending nothing. */
  private async redactAndAppend(append: Append): Promise<Appended> {
    const { tenant, session, expectedSeq } = append;
    return this.db.transaction(
      async (tx) => {
        const [head] = await tx.query<{ seq: number }>(
          'SELECT seq FROM sessions WHERE tenant = $1 AND session_id = $2 FOR UPDATE',
          [tenant, session],
        );
        const [known] = await tx.query('SELECT 1 FROM session_events WHERE tenant = $1 AND event_id = $2', [
          tenant,
          append.events[0]?.id,
        ]);
        if (known) return { outcome: 'duplicate' };
        if (head?.seq !== expectedSeq) return { outcome: 'conflict' };
        const redacted = await tx.query(
          'UPDATE session_events SET texts = NULL WHERE tenant = $1 AND session_id = $2 AND texts IS NOT NULL RETURNING 1',
          [tenant, session],
        );
        await tx.query('DELETE FROM model_calls WHERE tenant = $1 AND session_id = $2', [tenant, session]);
        await tx.query(
          'UPDATE parked_messages SET body = NULL, user_id = NULL, error = NULL WHERE tenant = $1 AND session = $2',
          [tenant, session],
        );
        const [row] = await tx.query<AppendRow>(APPEND, appendValues([append]));
        return appended(row?.outcome ?? 'conflict', redacted.length);
      },
      { tenant },
    );
  }
}

function nowOf([row]: readonly Pick<ClaimRow, 'now_ms'>[]): number {
  if (!row) throw new TransientError('postgres_unavailable', 'the store did not tell its time');
  return row.now_ms;
}

function appended(outcome: Appended['outcome'], redacted: number): Appended {
  return outcome === 'appended' ? { outcome, redacted } : { outcome };
}
