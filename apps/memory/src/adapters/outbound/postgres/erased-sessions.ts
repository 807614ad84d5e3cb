import { TOMBSTONE } from './erased-tables';

/**
 * Whether an erasure has emptied a session that nobody has used since: its row stays, so that its id and versions never count again, but
 * it is no session for who reads. `session` names a row of `sessions`; in the scope of its user.
 */
export const isErased = (session: string): string => `(
  EXISTS (SELECT FROM erasures mark
    WHERE mark.tenant = ${session}.tenant AND mark.user_id = ${session}.user_id AND mark.epoch_ms >= ${session}.started_at_ms)
  AND NOT EXISTS (SELECT FROM session_updates said
    WHERE said.tenant = ${session}.tenant AND said.session_id = ${session}.session_id AND NOT ${TOMBSTONE})
  AND NOT EXISTS (SELECT FROM session_rounds round
    WHERE round.tenant = ${session}.tenant AND round.session_id = ${session}.session_id))`;
