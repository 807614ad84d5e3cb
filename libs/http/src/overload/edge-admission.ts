import { setImmediate as restOfTheLoop } from 'node:timers/promises';
import { Slots, type Place } from '@plinth/kernel';
import { counter, gauge, zero } from '@plinth/telemetry';

export interface EdgeLimits {
  readonly inFlight: number;
  readonly queue: number;
  /** How long one may wait; WAIT_MS unless given. */
  readonly waitMs?: number;
}

/** Long enough for a burst to pass, short enough for a client to still be there. */
const WAIT_MS = 2_000;

/** When a refused caller may come back. */
export const RETRY_AFTER_SECONDS = 1;

/**
 * Bounds the requests under way of one process, whichever door they came by, so that a burst is served and of a flood what can be
 * served is, in seconds, while the rest is told so.
 * 1. Nobody waits longer than `waitMs`, nor once he is gone.
 * 2. What is refused is counted; who went away himself is not.
 */
export class EdgeAdmission {
  private readonly slots: Slots;
  private readonly waitMs: number;

  constructor({ waitMs = WAIT_MS, ...limits }: EdgeLimits) {
    this.waitMs = waitMs;
    zero('plinth_requests_in_flight', {});
    zero('plinth_requests_waiting', {});
    zero('plinth_requests_refused_total', { reason: ['queue_full', 'waited'] });
    this.slots = new Slots(limits, (inFlight, queued) => {
      gauge('plinth_requests_in_flight').set(inFlight);
      gauge('plinth_requests_waiting').set(queued);
    });
  }

  /** A place to be left when the work is done; undefined when there is none for this request. `onGone` is handed what to call when its caller goes away. */
  async enter(onGone: (gone: () => void) => void): Promise<Place | undefined> {
    const place = this.slots.tryEnter();
    if (place) return place;
    const givenUp = new AbortController();
    let reason: 'queue_full' | 'waited' | undefined = 'queue_full';
    const giveUp = (why: 'waited' | undefined): void => {
      reason = why;
      givenUp.abort();
    };
    const timer = setTimeout(() => giveUp('waited'), this.waitMs);
    onGone(() => giveUp(undefined));
    const waitedFor = await this.slots.enter(givenUp.signal);
    clearTimeout(timer);
    // Where a store works in this thread, what waits would else be all that it does, and nobody new be told that it is full.
    if (waitedFor) await restOfTheLoop();
    if (!waitedFor && reason !== undefined) counter('plinth_requests_refused_total').inc({ reason });
    return waitedFor;
  }
}
