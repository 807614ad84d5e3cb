import type { SessionKey } from '../../domain/session/session';
import type { FinalEvent } from '../../domain/session/session-event';
import type { TurnReport } from './turn-metrics';
import type { TurnWaiters } from './turn-waiters';

/** Turns that end in this process, once their event is durable: each is reported, and whoever waits for it is told. */
export class EndedTurns {
  constructor(
    private readonly report: TurnReport,
    private readonly waiters: TurnWaiters,
  ) {}

  note(key: SessionKey, event: FinalEvent): void {
    this.report.ended(key, event);
    if (event.turn !== undefined) this.waiters.ended({ tenant: key.tenant, turn: event.turn }, event);
  }
}
