import { userKeyOf, type UserReference } from '@plinth/contracts';
import { refuse, type Refusal } from '@plinth/kernel';
import type { SessionEvent } from '../../domain/session/session-event';
import { eventViews, viewOfTurn, type EventView, type TurnView } from '../../domain/turn/turn-view';
import type { JournaledTurn, SessionJournal, TurnKey } from '../../ports/session-journal';

/** Who asks: one user, or whoever may act for every user of the tenant. */
export type Asker = UserReference | 'any_user';

export const turnNotFound = (): Refusal => refuse('not_found', 'turn_not_found', 'There is no such turn.');

/** The turn if it is the asker's; a turn of somebody else does not exist for them. */
export async function findTurn(journal: SessionJournal, key: TurnKey, asker: Asker): Promise<JournaledTurn | Refusal> {
  const turn = await journal.readTurn(key);
  return turn && (asker === 'any_user' || isOf(turn.events, asker)) ? turn : turnNotFound();
}

/** After an erasure nobody is named any more, and nobody but an administrator finds the turn. */
function isOf(events: readonly SessionEvent[], asker: UserReference): boolean {
  return events.some(
    (event) =>
      event.type === 'turn.requested.v1' && event.texts !== null && userKeyOf(event.texts.user) === userKeyOf(asker),
  );
}

/** The public record of a turn, running or ended, with the events that explain it. */
export class ReadTurn {
  constructor(private readonly journal: SessionJournal) {}

  async run(key: TurnKey, asker: Asker): Promise<(TurnView & { readonly events: readonly EventView[] }) | Refusal> {
    const turn = await findTurn(this.journal, key, asker);
    if ('refused' in turn) return turn;
    return { ...viewOfTurn(key.turn, turn.events), events: eventViews(turn.events) };
  }
}
