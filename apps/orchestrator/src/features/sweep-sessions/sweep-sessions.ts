import type { Logger } from '@plinth/telemetry';
import { waitingStep, type SessionKey } from '../../domain/session/session';
import type { SessionJournal } from '../../ports/session-journal';
import type { SessionDesk } from '../advance-session/session-desk';
import type { FireTimers } from '../fire-timer/fire-timers';

const SWEEP_LIMIT = 200;

/** Makes good what a dead process, a lost message or a missed alarm left behind: fires overdue timers, re-sends what is unanswered (T3). */
export class SweepSessions {
  constructor(
    private readonly journal: SessionJournal,
    private readonly desk: SessionDesk,
    private readonly fireTimers: FireTimers,
    /** Told the store's time at each sweep. */
    private readonly clock: { tell(storeMs: number): void },
    private readonly resendMs: number,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Answers how many sessions were looked at; the fault of one does not keep the others waiting. */
  async run(): Promise<number> {
    const { nowMs, due } = await this.journal.claimDue(SWEEP_LIMIT);
    this.clock.tell(nowMs);
    const looked = await Promise.allSettled(due.map((key) => this.look(key)));
    for (const result of looked) {
      if (result.status === 'rejected')
        this.log.warn({ err: result.reason as unknown }, 'a waiting session could not be driven on');
    }
    return due.length;
  }

  private async look(key: SessionKey): Promise<void> {
    if (await this.fireTimers.run(key)) return;
    await this.desk.advance(key, (session, now) => {
      const since = waitingStep(session)?.since ?? session.farewell?.since;
      return since !== undefined && since + this.resendMs <= now ? { happened: [], resend: true } : undefined;
    });
  }
}
