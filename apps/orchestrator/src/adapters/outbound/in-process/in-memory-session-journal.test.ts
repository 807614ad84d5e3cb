import { FixedClock } from '@plinth/kernel';
import { sessionJournalContract } from '../../../ports/session-journal.contract';
import { InMemorySessionJournal } from './in-memory-session-journal';

describe('InMemorySessionJournal', () => {
  const clock = new FixedClock(1_000);
  sessionJournalContract(
    () => new InMemorySessionJournal(clock),
    async (ms) => clock.advance(ms),
  );
});
