import type { Logger } from '@plinth/telemetry';
import type { SessionKey } from '../../../domain/session/session';
import type { FireTimers } from '../../../features/fire-timer/fire-timers';

/** Fires the timers of a session whose alarm rings. */
export class AlarmHandler {
  constructor(
    private readonly fireTimers: FireTimers,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  ring(key: SessionKey): void {
    this.fireTimers
      .run(key)
      .catch((error: unknown) => this.log.warn({ err: error }, 'a timer could not be fired; the sweeper fires it'));
  }
}
