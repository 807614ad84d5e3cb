import type { SqlDatabase } from '@plinth/postgres';

type Row = Readonly<Record<string, unknown>>;

/** One row in each table that no turn fills, of the user or of his tenant, so that a proof over all tables proves something of each. */
export async function fillEveryTable(
  database: SqlDatabase,
  { tenant, user, item }: { readonly tenant: string; readonly user: string; readonly item: string },
): Promise<void> {
  const shared = { visibility: 'department', department: 'service' };
  const rows: readonly (readonly [table: string, row: Row])[] = [
    ['identity_links', { channel: 'wechat', external_id: 'x', user_id: user, linked_at_ms: 0 }],
    ['item_vectors', { user_id: user, item_id: item, model: 'm', vector: '[1,0]' }],
    ['embedding_queue', { user_id: user, item_id: item, model: 'm', due_at_ms: 0 }],
    ['session_rounds', { session_id: item, turn_id: 't', user_id: user, n: 1, said: 'x', replied: 'y', said_at_ms: 0 }],
    ['session_notes', { session_id: item, user_id: user, summary: 'x' }],
    ['preference_signals', { user_id: user, key: 'k', value: 'v', session_id: item, count: 1, last_seen_ms: 0 }],
    ['item_feedback', { user_id: user, item_id: item, turn_id: 't', useful: true, given_at_ms: 0 }],
    ['extraction_samples', { user_id: user, id: item, said: 'x', key: 'k', corrected_at_ms: 0 }],
    ['user_actions', { user_id: user, session_id: item, action: 'x', count: 1, first_at_ms: 0, last_at_ms: 0 }],
    ['task_states', { user_id: user, session_id: item, slots: '{"k":"v"}', updated_at_ms: 0 }],
    ['members', { user_id: user, department: 'service', role: 'employee', joined_at_ms: 0 }],
    [
      'contacts',
      {
        id: item,
        user_id: user,
        name: '王莉',
        source_id: 's',
        source_type: 'user',
        confidence: 1,
        ...LIVED,
        ...shared,
      },
    ],
    [
      'documents',
      {
        document_id: item,
        version: '1',
        title: 't',
        doc_type: 'policy',
        language: 'zh',
        media_type: 'text/plain',
        content_hash: 'h',
        clauses: 1,
        valid_from_ms: 0,
        status: 'active',
        stored_at_ms: 0,
        ...shared,
      },
    ],
    [
      'shared_items',
      {
        id: item,
        kind: 'fact',
        content_hash: 'h',
        source_id: 's',
        source_type: 'document',
        confidence: 1,
        importance: 1,
        status: 'active',
        valid_from_ms: 0,
        ...LIVED,
        ...shared,
      },
    ],
    ['shared_terms', { item_id: item, terms: '{1:1}/1000000000', recorded_at_ms: 0, valid_from_ms: 0, ...shared }],
    ['shared_vectors', { item_id: item, model: 'm', vector: '[1,0]', ...shared }],
    ['identity_aliases', { alias: item, user_id: user, merge_id: item, merged_at_ms: 0 }],
    ['identity_merges', { merge_id: item, user_id: user, merged_user: 'b', moved: '{}', merged_at_ms: 0 }],
    ['job_runs', { run_id: item, job: 'decay', dry_run: false, state: 'running', started_at_ms: 0, updated_at_ms: 0 }],
  ];
  await database.transaction(
    async (tx) => {
      for (const [table, row] of rows) {
        const columns = Object.entries({ tenant, ...row });
        await tx.query(
          `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
          columns.map(([, value]) => value),
        );
      }
    },
    { tenant, user, curator: true },
  );
}

const LIVED = { created_at_ms: 0, updated_at_ms: 0 };
