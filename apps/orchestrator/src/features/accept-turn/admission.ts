import { refuse, Slots, type Place, type Refusal } from '@plinth/kernel';

interface AdmissionLimits {
  readonly inFlight: number;
  readonly queue: number;
  /** Callers that wait without a slot; MAX_ASIDE unless given. */
  readonly aside?: number;
}

/** Each is a promise and an entry among the waiters; the bound is there for memory alone. */
const MAX_ASIDE = 1_024;

/**
 * Bounds the sessions that this replica has at work and the callers that wait here.
 * 1. At most `inFlight` slots are held, at most `queue` callers wait for one; beyond it the answer is a refusal at once.
 * 2. Those who wait for a slot are admitted in the order in which they came.
 * 3. At most `aside` callers wait without a slot, so that nobody's queued turns or repeats keep a slot from others.
 */
export class Admission {
  private readonly slots: Slots;
  private readonly seats: Slots;

  constructor(
    limits: AdmissionLimits,
    /** Told of the counts whenever one of them changes. */
    onChange: (inFlight: number, queued: number, aside: number) => void = () => undefined,
  ) {
    const now = { held: 0, queued: 0, aside: 0 };
    this.slots = new Slots(limits, (held, queued) => {
      Object.assign(now, { held, queued });
      onChange(held, queued, now.aside);
    });
    this.seats = new Slots({ inFlight: limits.aside ?? MAX_ASIDE, queue: 0 }, (aside) => {
      now.aside = aside;
      onChange(now.held, now.queued, aside);
    });
  }

  /** A place with a slot. */
  async enter(): Promise<Place | Refusal> {
    return (await this.slots.enter()) ?? overloaded();
  }

  /** A place without a slot, for who waits for a turn of a session that holds one. */
  enterAside(): Place | Refusal {
    return this.seats.tryEnter() ?? overloaded();
  }
}

export function overloaded(): Refusal {
  return refuse('overloaded', 'overloaded', 'Too many turns are waiting here; try again shortly.');
}
