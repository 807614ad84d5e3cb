import type { Migration } from '@plinth/postgres';

/** A word weighs by its rarity in the language, not by what a tenant's users have stored (tools/adr/0009). */
export const noLexicon: Migration = {
  id: '0004_no_lexicon',
  sql: 'DROP TABLE term_stats; DROP TABLE tenant_stats; DROP TABLE term_deltas;',
};
