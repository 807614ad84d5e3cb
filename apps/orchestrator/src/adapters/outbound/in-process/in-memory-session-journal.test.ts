import { sessionJournalContract } from '../../../ports/session-journal.contract';
import { InMemorySessionJournal } from './in-memory-session-journal';

describe('InMemorySessionJournal', () => sessionJournalContract(() => new InMemorySessionJournal()));
