import type { Migration } from '@plinth/postgres';

/** One summary of a session's older rounds for each agent that leads it: of what was said to that agent, and to all (M27). */
export const memoryNoteSpaces: Migration = {
  id: '0014_note_spaces',
  sql: `
    ALTER TABLE session_notes ADD COLUMN space text NOT NULL DEFAULT '';
    ALTER TABLE session_notes DROP CONSTRAINT session_notes_pkey;
    ALTER TABLE session_notes ADD PRIMARY KEY (tenant, session_id, space);`,
};
