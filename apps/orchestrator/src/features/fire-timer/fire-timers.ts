import type { Budgets } from '../../domain/next/decide';
import type { SessionKey } from '../../domain/session/session';
import { overdue, timerFired } from '../../domain/next/timers';
import type { SessionDesk } from '../advance-session/session-desk';

/** Time enters a session only here, as `timer.fired` events (T1); two replicas that fire one timer write it once. */
export class FireTimers {
  constructor(
    private readonly desk: SessionDesk,
    private readonly budgets: Budgets,
  ) {}

  /** Answers whether a timer was due. */
  async run(key: SessionKey): Promise<boolean> {
    const { outcome } = await this.desk.advance(key, (session, now, fresh) => {
      // Another replica may have the answer already: a stale fold fires nothing.
      if (!fresh) return undefined;
      const [timer] = overdue(session, this.budgets, now);
      return timer && { happened: [timerFired(session, timer, now)] };
    });
    return outcome !== 'unchanged';
  }
}
