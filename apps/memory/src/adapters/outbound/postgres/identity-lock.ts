/** Whoever changes whose an id is, waits for every other who does, and for erasures: no chain of two merges is seen half. $1 tenant */
export const CHANGE_IDENTITIES = `SELECT pg_advisory_xact_lock(hashtextextended('identities ' || $1, 0))`;

/** While this is held, no id becomes another user's: what belongs to the user now does so to the end. Before any row is locked. $1 tenant */
export const KEEP_IDENTITIES = `SELECT pg_advisory_xact_lock_shared(hashtextextended('identities ' || $1, 0))`;

/** One step leads to the user: a merge points what meant its user to the new one. $1 tenant, $2 id */
export const CANONICAL = 'SELECT user_id FROM identity_aliases WHERE tenant = $1 AND alias = $2';

/** An erasure that was asked for and that not every service has answered, under any id of its user. $1 tenant, $2 ids */
export const ERASURE_RUNNING =
  'SELECT 1 FROM erasures WHERE tenant = $1 AND (user_id = ANY ($2::text[]) OR user_ids && $2::text[]) AND NOT completed LIMIT 1';
