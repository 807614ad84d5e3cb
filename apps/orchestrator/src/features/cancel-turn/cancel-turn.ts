import { deriveId, type Refusal } from '@plinth/kernel';
import type { Asker } from '../../domain/session/asker';
import { newEvent } from '../../domain/session/new-event';
import { viewOfTurn, type TurnView } from '../../domain/turn/turn-view';
import type { SessionJournal, TurnKey } from '../../ports/session-journal';
import type { SessionDesk } from '../advance-session/session-desk';
import { findTurn, turnNotFound } from '../read-turn/read-turn';

/** Stops a turn before its next effect (T7); a skill in flight is awaited, since its effect may have happened. */
export class CancelTurn {
  constructor(
    private readonly journal: SessionJournal,
    private readonly desk: SessionDesk,
  ) {}

  /** The turn as it is afterwards: `cancelled`, `running` while an effect is awaited, or the end that it had reached before. */
  async run(key: TurnKey, asker: Asker): Promise<TurnView | Refusal> {
    const { turn } = key;
    const journaled = await findTurn(this.journal, key, asker);
    if ('refused' in journaled) return journaled;
    await this.desk.advance(
      journaled,
      ({ active, queue }, at) => {
        if (active?.input.turn !== turn && !queue.some((queued) => queued.turn === turn)) return undefined;
        if (active?.input.turn === turn && active.cancelling) return { happened: [] };
        const id = deriveId(turn, 'turn.cancel_requested.v1');
        const about = { turn };
        return { happened: [newEvent('turn.cancel_requested.v1', { id, at, about, data: {}, texts: null })] };
      },
      turn,
    );
    const after = await this.journal.readTurn(key);
    return after ? viewOfTurn(turn, after.events) : turnNotFound();
  }
}
