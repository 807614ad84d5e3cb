import type { Append, Appended } from '../../../ports/session-journal';
import { rowOf } from './event-row';

/** See `append-function.ts`. */
export const APPEND = 'SELECT n, outcome FROM append_events($1::json, $2::json)';

export interface AppendRow {
  readonly n: number;
  readonly outcome: Appended['outcome'];
}

export function appendValues(appends: readonly Append[]): readonly [string, string] {
  const sessions = appends.map(({ tenant, session, expectedSeq, events, head }, n) => ({
    n,
    tenant,
    session_id: session,
    base: expectedSeq,
    last: expectedSeq + events.length,
    first_id: events[0]?.id,
    user_key: head.userKey,
    user_id: head.userId,
    wake_at_ms: head.wakeAtMs,
  }));
  const rows = appends.flatMap(({ events }, n) => events.map((event) => ({ n, ...rowOf(event) })));
  return [JSON.stringify(sessions), JSON.stringify(rows)];
}
