import type { RecordList } from '../../../ports/user-records';
import { isErased } from './erased-sessions';
import { factKnown, KNOWN_FROM } from './fact-times';
import { updateJson } from './search-sql';

const AS_OF = '$6::bigint';
const NOW = '$7::bigint';
const by = (column: string): string => `(${AS_OF} IS NULL OR ${column} <= ${AS_OF})`;
const TIMED = `hits, last_accessed_at_ms AS "lastUsedAtMs", valid_from_ms AS "validFromMs", valid_until_ms AS "validUntilMs",
  retired_at_ms AS "retiredAtMs"`;
const SOURCED = `source_type AS "sourceType", source_id AS "sourceId", confidence`;

/** Each list as rows with `atMs` and a unique `id`. An update that is in no inbox any more is older than all that are. */
const LISTS = {
  sessions: `SELECT session_id AS id, started_at_ms AS "atMs", ended_at_ms AS "endedAtMs", version,
      (SELECT coalesce(json_agg(${updateJson} ORDER BY n), '[]') FROM session_updates said
       WHERE said.tenant = $1 AND said.session_id = session.session_id AND (${AS_OF} IS NULL OR coalesce(
         (SELECT recorded_at_ms FROM inbox WHERE inbox.tenant = $1 AND inbox.user_id = $2 AND inbox.kind = 'assemble'
            AND inbox.session_id = said.session_id AND inbox.turn_id = said.turn_id), 0) <= ${AS_OF})) AS updates
    FROM sessions session WHERE tenant = $1 AND user_id = $2 AND NOT ${isErased('session')} AND ${by('started_at_ms')}`,
  profile: `SELECT id, observed_at_ms AS "atMs", key, value, status, ${SOURCED}, ${TIMED}, ${KNOWN_FROM} AS "knownFromMs"
    FROM profile_facts fact WHERE tenant = $1 AND user_id = $2 AND ${factKnown({ at: NOW, asOf: AS_OF, statuses: `'active', 'reference'` })}`,
  contacts: `SELECT id, updated_at_ms AS "atMs", source_type AS "sourceType", confidence, jsonb_strip_nulls(jsonb_build_object(
      'id', source_id, 'owner', user_id, 'name', name, 'nicknames', nicknames, 'derivedNicknames', derived_nicknames, 'email', email, 'phone', phone, 'title', title, 'company', company,
      'department', department, 'visibility', visibility, 'updatedAtMs', updated_at_ms, 'attributes', coalesce(attributes, '{}'))) AS record
    FROM contacts WHERE tenant = $1 AND user_id = $2 AND status = 'active' AND name IS NOT NULL AND ${by('created_at_ms')}`,
  candidates: `SELECT id, observed_at_ms AS "atMs", key, value, CASE WHEN status IN ('candidate', 'asked') THEN status ELSE 'candidate' END AS status,
      ${SOURCED}, session_id AS "sessionId"
    FROM profile_facts fact WHERE tenant = $1 AND user_id = $2
      AND CASE WHEN ${AS_OF} IS NULL THEN status IN ('candidate', 'asked')
               ELSE created_at_ms <= ${AS_OF} AND (status IN ('candidate', 'asked') OR (status IN ('refused', 'expired') AND updated_at_ms > ${AS_OF})
                 OR ${KNOWN_FROM} > ${AS_OF}) END`,
  items: `SELECT id, created_at_ms AS "atMs", kind, status, key, content, ${SOURCED}, source_channel AS "sourceChannel", importance, space, task, ${TIMED},
      observed_at_ms AS "observedAtMs", happened_from_ms AS "happenedFromMs", happened_until_ms AS "happenedUntilMs",
      decay_factor AS "decayFactor", restated, stable
    FROM memory_items WHERE tenant = $1 AND user_id = $2 AND content IS NOT NULL
      AND (retained_until_ms IS NULL OR created_at_ms > coalesce((SELECT max(epoch_ms) FROM erasures WHERE tenant = $1 AND user_id = $2), -1))
      AND (${AS_OF} IS NULL OR (created_at_ms <= ${AS_OF} AND valid_from_ms <= ${AS_OF} AND (valid_until_ms IS NULL OR valid_until_ms > ${AS_OF})
        AND (status IN ('active', 'reference') OR retired_at_ms > ${AS_OF})))`,
  links: `SELECT json_build_array(channel, external_id)::text AS id, linked_at_ms AS "atMs", channel, external_id AS "externalId"
    FROM identity_links WHERE tenant = $1 AND user_id = $2`,
  changes: `SELECT id, changed_at_ms AS "atMs", key, old_value AS "oldValue", new_value AS "newValue", cause, actor
    FROM change_log WHERE tenant = $1 AND user_id = $2 AND ${by('changed_at_ms')}`,
  feedback: `SELECT json_build_array(item_id, turn_id)::text AS id, given_at_ms AS "atMs", item_id AS "itemId", turn_id AS "turnId", useful
    FROM item_feedback WHERE tenant = $1 AND user_id = $2 AND ${by('given_at_ms')}`,
  actions: `SELECT action AS id, max(last_at_ms) AS "atMs", action, sum(count)::integer AS count, min(first_at_ms) AS "firstAtMs"
    FROM user_actions WHERE tenant = $1 AND user_id = $2 AND ${by('first_at_ms')} GROUP BY action`,
  tasks: `SELECT session_id AS id, updated_at_ms AS "atMs", slots, done_by AS "doneBy"
    FROM task_states WHERE tenant = $1 AND user_id = $2 AND ${by('updated_at_ms')}`,
  signals: `SELECT json_build_array(key, value, session_id)::text AS id, last_seen_ms AS "atMs", key, value, session_id AS "sessionId", count,
      proposed_at_ms AS "proposedAtMs"
    FROM preference_signals WHERE tenant = $1 AND user_id = $2 AND ${by('last_seen_ms')}`,
} as const satisfies Record<RecordList, string>;

/** Every parameter is named, whichever lists are asked for. $1 tenant, $2 user, $3 and $4 the place to go on behind, $5 limit, $6 as of, $7 now */
export function recordsSql(lists: readonly RecordList[]): string {
  const pages = lists.map(
    (list) => `
    (SELECT coalesce(json_agg(page ORDER BY "atMs" DESC, id DESC), '[]') FROM (
       SELECT * FROM (${LISTS[list]}) listed WHERE $3::bigint IS NULL OR "atMs" < $3::bigint OR ("atMs" = $3::bigint AND id < $4::text)
       ORDER BY "atMs" DESC, id DESC LIMIT $5::integer) page) AS ${list}`,
  );
  return `SELECT coalesce(${AS_OF}, ${NOW}) AS at,${pages.join(',')}`;
}

/** $1 tenant, $2 user */
export const SUMMARY = `
  SELECT (SELECT mode FROM users WHERE tenant = $1 AND user_id = $2) AS mode,
    (SELECT segment FROM users WHERE tenant = $1 AND user_id = $2) AS segment,
    (SELECT first_seen_ms FROM users WHERE tenant = $1 AND user_id = $2) AS "firstSeenAtMs",
    (SELECT coalesce(json_agg(alias ORDER BY alias), '[]') FROM identity_aliases WHERE tenant = $1 AND user_id = $2) AS aliases,
    (SELECT coalesce(json_agg(counted ORDER BY kind, status), '[]') FROM (
       SELECT kind, status, count(*)::integer AS count FROM memory_items WHERE tenant = $1 AND user_id = $2
         AND (retained_until_ms IS NULL OR created_at_ms > coalesce((SELECT max(epoch_ms) FROM erasures WHERE tenant = $1 AND user_id = $2), -1))
       GROUP BY kind, status) counted) AS "itemCounts",
    (SELECT json_build_object('count', count(*), 'dueAtMs', min(due_at_ms), 'mostTries', max(tries)) FROM embedding_queue
       WHERE tenant = $1 AND user_id = $2) AS "pendingEmbeddings"`;
