/** $1 tenant, $2 document. Locks what an import is about to supersede. */
export const LOCK_VERSIONS = `SELECT 1 FROM documents WHERE tenant = $1 AND document_id = $2 FOR UPDATE`;

/** $1 tenant, $2 document */
export const VERSIONS = `
  SELECT document_id AS "documentId", version, title, doc_type AS "docType", language, media_type AS "mediaType", visibility, department,
    valid_from_ms AS "validFromMs", valid_until_ms AS "validUntilMs", content_hash AS "contentHash", status, clauses, stored_at_ms AS "storedAtMs"
  FROM documents WHERE tenant = $1 AND document_id = $2 ORDER BY (status = 'active') DESC, stored_at_ms DESC, version DESC`;

/** Other versions than $3, and the rows of $3 itself, which are written anew. $1 tenant, $2 document, $3 version, $4 now */
export const SUPERSEDE = `
  WITH superseded AS (
    UPDATE documents SET status = 'deprecated' WHERE tenant = $1 AND document_id = $2 AND version <> $3 AND status = 'active'),
  replaced AS (DELETE FROM documents WHERE tenant = $1 AND document_id = $2 AND version = $3),
  retired AS (
    UPDATE shared_items SET status = 'deprecated', retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    WHERE tenant = $1 AND document_id = $2 AND document_version <> $3 AND status = 'active'),
  gone AS (DELETE FROM shared_items WHERE tenant = $1 AND document_id = $2 AND document_version = $3 RETURNING id),
  terms AS (DELETE FROM shared_terms WHERE tenant = $1 AND item_id IN (SELECT id FROM gone))
  DELETE FROM shared_vectors WHERE tenant = $1 AND item_id IN (SELECT id FROM gone)`;

/**
 * $1 tenant, $2 document, $3 version, $4 visibility, $5 department, $6 doc_type, $7 valid from, $8 valid until, $9 now, $10 title, $11 language,
 * $12 media_type, $13 content hash, $14 how many clauses
 */
export const SHELVE_VERSION = `
  INSERT INTO documents (tenant, document_id, version, visibility, department, doc_type, valid_from_ms, valid_until_ms, stored_at_ms, title, language,
    media_type, content_hash, clauses, status)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'active')`;

/** Some clauses with what they are found by. $1…$9 as above, $10 confidence, $11 importance, $12 kind, $13 clauses */
export const SHELVE_CLAUSES = `
  WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($13::jsonb) AS r(id text, position integer, number text, content text, "contentHash" text,
    language text, attributes jsonb, terms text, model text, vector text)),
  items AS (
    INSERT INTO shared_items (tenant, id, visibility, department, kind, content, attributes, content_hash, document_id, document_version, clause,
      position, doc_type, language, source_id, source_channel, source_type, confidence, importance, status, valid_from_ms, valid_until_ms,
      created_at_ms, updated_at_ms)
    SELECT $1, id, $4, $5, $12, content, attributes, "contentHash", $2, $3, number, position, $6, language, $2, 'documents', 'document', $10, $11,
      'active', $7, $8, $9, $9 FROM given),
  terms AS (
    INSERT INTO shared_terms (tenant, item_id, visibility, department, terms, doc_type, language, recorded_at_ms, valid_from_ms, valid_until_ms)
    SELECT $1, id, $4, $5, terms::sparsevec, $6, language, $9, $7, $8 FROM given WHERE terms IS NOT NULL)
  INSERT INTO shared_vectors (tenant, item_id, model, visibility, department, vector)
  SELECT $1, id, model, $4, $5, vector::halfvec FROM given WHERE vector IS NOT NULL
  ON CONFLICT (tenant, item_id, model) DO UPDATE SET vector = EXCLUDED.vector`;

/** $1 tenant, $2 document, $3 version */
export const CLAUSES = `
  SELECT clause AS number, content, language, attributes FROM shared_items
  WHERE tenant = $1 AND document_id = $2 AND document_version = $3 ORDER BY position`;

/** $1 tenant, $2 document */
export const REMOVE = `
  WITH versions AS (DELETE FROM documents WHERE tenant = $1 AND document_id = $2 RETURNING 1),
  items AS (DELETE FROM shared_items WHERE tenant = $1 AND document_id = $2 RETURNING id),
  terms AS (DELETE FROM shared_terms WHERE tenant = $1 AND item_id IN (SELECT id FROM items) RETURNING 1),
  vectors AS (DELETE FROM shared_vectors WHERE tenant = $1 AND item_id IN (SELECT id FROM items) RETURNING 1)
  SELECT (SELECT count(*) FROM versions)::integer AS versions, (SELECT count(*) FROM items)::integer AS clauses,
    (SELECT count(*) FROM terms)::integer AS terms, (SELECT count(*) FROM vectors)::integer AS vectors`;
