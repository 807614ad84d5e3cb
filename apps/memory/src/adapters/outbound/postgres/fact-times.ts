import { CLOCKS_APART_MS } from '../../../domain/items/stamp';

/**
 * Since when a row of `profile_facts` under the name `fact` is believed: a candidate becomes a fact in its own row when it is confirmed,
 * which the change log tells; once that entry has been purged, since it was declared. Null: never, as of an older observation that came late. $1 tenant, $2 user
 */
export const KNOWN_FROM = `coalesce(
  (SELECT min(changed_at_ms) FROM change_log known WHERE known.tenant = $1 AND known.user_id = $2 AND known.key = fact.key
     AND known.new_value = fact.value AND known.cause <> 'superseded_earlier' AND known.changed_at_ms BETWEEN fact.created_at_ms
       AND coalesce(fact.retired_at_ms, known.changed_at_ms)),
  CASE WHEN fact.status IN ('active', 'reference') OR fact.retired_at_ms IS NOT NULL THEN fact.created_at_ms END)`;

/**
 * Whether `fact` is known and holds (M29): with `asOf`, what was believed then and held then; without, what is believed, of which `statuses`,
 * and holds at `at`. Both are SQL expressions of milliseconds; at NULL nothing expires.
 */
export function factKnown({
  at,
  asOf,
  statuses = `'active'`,
}: {
  at: string;
  asOf: string;
  statuses?: string;
}): string {
  const instant = `coalesce(${asOf}, ${at})`;
  return `(fact.valid_until_ms IS NULL OR ${instant} IS NULL OR fact.valid_until_ms > ${instant})
    AND CASE WHEN ${asOf} IS NULL THEN fact.status IN (${statuses})
             ELSE fact.status IN ('active', 'reference', 'deprecated') AND fact.valid_from_ms <= ${asOf} + ${CLOCKS_APART_MS}
               AND (fact.retired_at_ms IS NULL OR fact.retired_at_ms > ${asOf}) AND ${KNOWN_FROM} <= ${asOf} END`;
}
