import type { Migration } from '@plinth/postgres';
import { memoryTables, TABLES_OF_A_USER } from './0001-memory';
import { LATER_TABLES_OF_A_USER, memoryLayers } from './0002-layers';
import { memoryOrganisation } from './0003-organisation';
import { noLexicon } from './0004-no-lexicon';
import { memoryErasures } from './0005-erasures';
import { memoryForgetting } from './0006-forgetting';
import { memoryRetainedBy } from './0007-retained-by';
import { memorySamples } from './0008-samples';
import { memorySignals } from './0009-signals';
import { memoryMessages } from './0010-messages';
import { memoryNicknames } from './0011-nicknames';
import { ACTIVITY_TABLES, memoryActivity } from './0012-activity';
import { memoryRoundSpaces } from './0013-round-spaces';
import { memoryNoteSpaces } from './0014-note-spaces';

export { SHARED_TABLES } from './0002-layers';

export const memoryMigrations: readonly Migration[] = [
  memoryTables,
  memoryLayers,
  memoryOrganisation,
  noLexicon,
  memoryErasures,
  memoryForgetting,
  memoryRetainedBy,
  memorySamples,
  memorySignals,
  memoryMessages,
  memoryNicknames,
  memoryActivity,
  memoryRoundSpaces,
  memoryNoteSpaces,
];

/** Tables that hold rows of a user, for the proof that no scope but his own sees them (M20). */
export const USER_TABLES: readonly string[] = [...TABLES_OF_A_USER, ...LATER_TABLES_OF_A_USER, ...ACTIVITY_TABLES];
