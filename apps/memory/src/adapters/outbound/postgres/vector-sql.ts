/** Items that were just written and have no vector of the model yet. $1 tenant, $2 user, $3 ids, $4 model, $5 now */
export const QUEUE_ITEMS = `
  INSERT INTO embedding_queue (tenant, user_id, item_id, model, due_at_ms)
  SELECT $1, $2, t.item_id, $4, $5 FROM item_terms t
  WHERE t.tenant = $1 AND t.user_id = $2 AND t.item_id = ANY ($3::text[])
    AND NOT EXISTS (SELECT FROM item_vectors v WHERE v.tenant = $1 AND v.user_id = $2 AND v.item_id = t.item_id AND v.model = $4)
  ON CONFLICT (tenant, item_id, model) DO NOTHING`;

/** The same for the clauses of a document, which has been written anew: what waited for the old ones waits no more. $1 tenant, $2 ids, $3 model, $4 now */
export const QUEUE_CLAUSES = `
  INSERT INTO embedding_queue (tenant, item_id, model, due_at_ms)
  SELECT $1, t.item_id, $3, $4 FROM shared_terms t WHERE t.tenant = $1 AND t.item_id = ANY ($2::text[])
  ON CONFLICT (tenant, item_id, model) DO UPDATE SET tries = 0, due_at_ms = EXCLUDED.due_at_ms`;

/** $1 model, $2 now, $3 end of the lease, $4 how many */
export const CLAIM = `
  UPDATE embedding_queue SET due_at_ms = $3, tries = tries + 1
  WHERE (tenant, item_id, model) IN (
    SELECT tenant, item_id, model FROM embedding_queue WHERE model = $1 AND due_at_ms <= $2 ORDER BY due_at_ms LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING tenant, user_id AS "userId", item_id AS "itemId", tries`;

/** $1 tenant, $2 user, $3 ids */
export const TEXTS = `
  SELECT id, content, NULL::json AS above FROM memory_items
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND content IS NOT NULL`;
/** $1 tenant, $2 ids */
export const SHARED_TEXTS = `
  SELECT id, content, (attributes -> 'above')::json AS above FROM shared_items WHERE tenant = $1 AND id = ANY ($2::text[]) AND content IS NOT NULL`;

const GIVEN = 'jsonb_to_recordset($3::jsonb) AS r(id text, tries integer, vector text, "dueAtMs" bigint)';

/** Unless it was queued anew since. $1 tenant, $2 model, $3 items with their tries */
const LEAVE = `DELETE FROM embedding_queue q USING given WHERE q.tenant = $1 AND q.model = $2 AND q.item_id = given.id AND q.tries = given.tries`;
export const FORGET_QUEUED = `WITH given AS (SELECT * FROM ${GIVEN}) ${LEAVE}`;

/** $1 tenant, $2 model, $3 items */
export const POSTPONE = `
  UPDATE embedding_queue q SET due_at_ms = given."dueAtMs" FROM ${GIVEN.replace(' AS r', ' AS given')}
  WHERE q.tenant = $1 AND q.model = $2 AND q.item_id = given.id AND q.tries = given.tries`;

/**
 * A vector stands only beside the terms of its item: an erasure deletes these first, so that it either waits for this lock and then
 * finds the vector, or leaves nothing to store one for. $1 tenant, $2 model, $3 items, $4 user
 */
export const STORE = `
  WITH given AS MATERIALIZED (SELECT * FROM ${GIVEN}),
  standing AS MATERIALIZED (
    SELECT item_id FROM item_terms WHERE tenant = $1 AND user_id = $4 AND item_id IN (SELECT id FROM given) FOR KEY SHARE),
  stored AS (
    INSERT INTO item_vectors (tenant, user_id, item_id, model, vector)
    SELECT $1, $4, item_id, $2, vector::halfvec FROM standing JOIN given ON given.id = item_id
    ON CONFLICT (tenant, user_id, item_id, model) DO UPDATE SET vector = EXCLUDED.vector)
  ${LEAVE}`;

/** $1 tenant, $2 model, $3 items */
export const STORE_SHARED = `
  WITH given AS MATERIALIZED (SELECT * FROM ${GIVEN}),
  standing AS MATERIALIZED (
    SELECT item_id, user_id, visibility, department FROM shared_terms WHERE tenant = $1 AND item_id IN (SELECT id FROM given) FOR KEY SHARE),
  stored AS (
    INSERT INTO shared_vectors (tenant, item_id, model, user_id, visibility, department, vector)
    SELECT $1, item_id, $2, user_id, visibility, department, vector::halfvec FROM standing JOIN given ON given.id = item_id
    ON CONFLICT (tenant, item_id, model) DO UPDATE SET vector = EXCLUDED.vector)
  ${LEAVE}`;

/** $1 model, $2 counted at most */
export const WAITING = `
  SELECT count(*)::integer AS waiting FROM (SELECT 1 FROM embedding_queue WHERE model = $1 LIMIT $2) counted`;

/** $1 tenant, $2 user, $3 how many */
export const USERS = `
  SELECT tenant, user_id AS "userId" FROM users WHERE (tenant, user_id) > ($1, $2) ORDER BY tenant, user_id LIMIT $3`;

interface Tables {
  readonly terms: string;
  readonly vectors: string;
  /** Whose rows, of a table without an alias. */
  readonly own: string;
  readonly user: string;
}

/** $1 tenant, $2 model, $3 now, and of a user's own $4 the user. By EXCEPT, which is linear whatever the planner believes of the sizes. */
const renewal = ({ terms, vectors, own, user }: Tables): string => `
  WITH missing AS MATERIALIZED (
    SELECT item_id FROM ${terms} WHERE ${own} EXCEPT SELECT item_id FROM ${vectors} WHERE ${own} AND model = $2),
  queued AS (
    INSERT INTO embedding_queue (tenant, user_id, item_id, model, due_at_ms) SELECT $1, ${user}, item_id, $2, $3 FROM missing
    ON CONFLICT (tenant, item_id, model) DO NOTHING RETURNING 1),
  removed AS (DELETE FROM ${vectors} WHERE ${own} AND model <> $2 AND NOT EXISTS (SELECT FROM missing) RETURNING 1)
  SELECT (SELECT count(*) FROM queued)::integer AS queued, (SELECT count(*) FROM removed)::integer AS removed`;

export const RENEW = renewal({
  terms: 'item_terms',
  vectors: 'item_vectors',
  own: 'tenant = $1 AND user_id = $4',
  user: '$4',
});
export const RENEW_SHARED = renewal({
  terms: 'shared_terms',
  vectors: 'shared_vectors',
  own: 'tenant = $1',
  user: 'NULL',
});
