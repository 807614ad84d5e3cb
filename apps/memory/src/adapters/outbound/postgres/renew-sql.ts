/**
 * What was said again of a fact and its item: they become no less sure, and where the later statement has a source of its own, its validity
 * and source are the fact's from now on. $1 tenant, $2 user, $3 rows, $4 now
 */
export const RENEW_FACTS = `
  WITH given AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS r(id text, confidence real, "observedAtMs" bigint, renews boolean,
    "validUntilMs" bigint, "sourceId" text, "sourceType" text, "sourceChannel" text)),
  facts AS (
    UPDATE profile_facts fact SET confidence = greatest(fact.confidence, given.confidence),
      valid_until_ms = CASE WHEN renews THEN "validUntilMs" ELSE valid_until_ms END,
      source_id = CASE WHEN renews THEN "sourceId" ELSE source_id END, source_type = CASE WHEN renews THEN "sourceType" ELSE source_type END
    FROM given WHERE fact.tenant = $1 AND fact.user_id = $2 AND fact.id = given.id)
  UPDATE memory_items item SET confidence = greatest(item.confidence, given.confidence),
    observed_at_ms = greatest(item.observed_at_ms, "observedAtMs"), updated_at_ms = $4, version = version + 1,
    valid_until_ms = CASE WHEN renews THEN "validUntilMs" ELSE valid_until_ms END,
    source_id = CASE WHEN renews THEN "sourceId" ELSE source_id END, source_type = CASE WHEN renews THEN "sourceType" ELSE source_type END,
    source_channel = CASE WHEN renews THEN "sourceChannel" ELSE source_channel END
  FROM given WHERE item.tenant = $1 AND item.user_id = $2 AND item.id = given.id`;
