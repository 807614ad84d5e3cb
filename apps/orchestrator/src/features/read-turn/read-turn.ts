import type { UserReference } from '@plinth/contracts';
import { refuse, type Refusal } from '@plinth/kernel';
import { belongsTo, type Asker } from '../../domain/session/asker';
import type { SessionEvent } from '../../domain/session/session-event';
import { memoryView, type MemoryView, type Viewer } from '../../domain/turn/memory-view';
import { eventViews, viewOfTurn, type EventView, type TurnView } from '../../domain/turn/turn-view';
import type { JournaledTurn, SessionJournal, TurnKey } from '../../ports/session-journal';

export const turnNotFound = (): Refusal => refuse('not_found', 'turn_not_found', 'There is no such turn.');

/** The turn if it is the asker's; a turn of somebody else does not exist for them. */
export async function findTurn(journal: SessionJournal, key: TurnKey, asker: Asker): Promise<JournaledTurn | Refusal> {
  const turn = await journal.readTurn(key);
  return turn && belongsTo(askedBy(turn.events), asker) ? turn : turnNotFound();
}

/** After an erasure nobody is named any more. */
function askedBy(events: readonly SessionEvent[]): UserReference | undefined {
  const requested = events.find((event) => event.type === 'turn.requested.v1');
  return requested?.texts?.user;
}

type TurnRecordView = TurnView & { readonly memory_preview?: MemoryView; readonly events: readonly EventView[] };

/** The public record of a turn, running or ended, with what memory knew for it and the events that explain it. */
export class ReadTurn {
  constructor(private readonly journal: SessionJournal) {}

  async run(key: TurnKey, asker: Asker, viewer: Viewer): Promise<TurnRecordView | Refusal> {
    const turn = await findTurn(this.journal, key, asker);
    if ('refused' in turn) return turn;
    const memory = memoryView(turn.events, viewer);
    return {
      ...viewOfTurn(key.turn, turn.events),
      ...(memory && { memory_preview: memory }),
      events: eventViews(turn.events),
    };
  }
}
