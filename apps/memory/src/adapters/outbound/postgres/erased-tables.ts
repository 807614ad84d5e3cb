/** How the rows of a user are found in a table; `$1` is the tenant, `$2` the user. */
export interface ErasedTable {
  readonly table: string;
  readonly where: string;
  /** Whose rows only a keeper of the tenant may delete. */
  readonly kept?: true;
}

const OWN = 'tenant = $1 AND user_id = $2';
/** The update by which an erasure has emptied a session, and which holds nothing. */
export const TOMBSTONE = `(type = 'clear' AND turn_id LIKE 'erasure:%')`;
const own = (table: string): ErasedTable => ({ table, where: OWN });

/** Every table with rows of a user, in the order of deletion. A test holds this list against the tables that the database has. */
export const ERASED_TABLES: readonly ErasedTable[] = [
  // The record of an erasure under way answers its repetition; it holds ids and counts.
  { table: 'inbox', where: `${OWN} AND kind <> 'erase'` },
  ...['item_terms', 'item_vectors', 'embedding_queue', 'item_feedback'].map(own),
  { table: 'session_updates', where: `${OWN} AND NOT ${TOMBSTONE}` },
  ...['session_rounds', 'session_notes', 'preference_signals', 'extraction_samples'].map(own),
  ...['user_actions', 'task_states'].map(own),
  ...['contacts', 'documents', 'shared_terms', 'shared_vectors', 'shared_items'].map(own),
  ...['profile_facts', 'change_log', 'identity_links'].map(own),
  { table: 'identity_aliases', where: 'tenant = $1 AND (user_id = $2 OR alias = $2)' },
  { table: 'identity_merges', where: 'tenant = $1 AND (user_id = $2 OR merged_user = $2)' },
  { table: 'members', where: OWN, kept: true },
  own('users'),
];

/** Rows that stay, with why: they hold ids alone, or another part of the erasure empties them. */
export const TABLES_THAT_STAY: Readonly<Record<string, string>> = {
  memory_items: 'deleted too, but for what a retention rule keeps',
  sessions: 'a session stays bound to its user, so that its id and its versions never count again',
  erasures: 'the tombstone, which refuses what was said before',
  parked_messages: 'emptied by the parking store, which also knows the messages of sessions',
};
