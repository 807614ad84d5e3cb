import type { Migration } from '@plinth/postgres';

/** The space of the agent that a round was said to: what is made of it stays there (M27). */
export const memoryRoundSpaces: Migration = {
  id: '0013_round_spaces',
  sql: `ALTER TABLE session_rounds ADD COLUMN space text NOT NULL DEFAULT '';`,
};
