import { refuse, type Refusal } from '@plinth/kernel';

interface AdmissionLimits {
  readonly inFlight: number;
  readonly queue: number;
  /** Callers that wait without a slot; MAX_ASIDE unless given. */
  readonly aside?: number;
}

/** Each is a promise and an entry among the waiters; the bound is there for memory alone. */
const MAX_ASIDE = 1_024;

/** A slot, or a seat aside. */
export interface Place {
  /** Once is enough; a second call does nothing. */
  leave(): void;
}

/**
 * Bounds the sessions that this replica has at work and the callers that wait here. Owns the counts and the queue.
 * 1. At most `inFlight` slots are held, at most `queue` callers wait for one; beyond it the answer is a refusal at once.
 * 2. Those who wait for a slot are admitted in the order in which they came.
 * 3. At most `aside` callers wait without a slot, so that nobody's queued turns or repeats keep a slot from others.
 */
export class Admission {
  private held = 0;
  private aside = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly limits: AdmissionLimits,
    /** Told of the counts whenever one of them changes. */
    private readonly onChange: (inFlight: number, queued: number, aside: number) => void = () => undefined,
  ) {}

  /** A place with a slot. */
  async enter(): Promise<Place | Refusal> {
    if (this.held >= this.limits.inFlight) {
      if (this.waiting.length >= this.limits.queue) return overloaded();
      const admitted = new Promise<void>((admit) => this.waiting.push(admit));
      this.changed();
      await admitted;
    } else this.held += 1;
    this.changed();
    return this.place(() => this.giveSlot());
  }

  /** A place without a slot, for who waits for a turn of a session that holds one. */
  enterAside(): Place | Refusal {
    if (this.aside >= (this.limits.aside ?? MAX_ASIDE)) return overloaded();
    this.aside += 1;
    this.changed();
    return this.place(() => (this.aside -= 1));
  }

  private place(giveBack: () => void): Place {
    return leftOnce(() => {
      giveBack();
      this.changed();
    });
  }

  /** A slot goes straight to the next in line, so that nobody overtakes. */
  private giveSlot(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.held -= 1;
  }

  private changed(): void {
    this.onChange(this.held, this.waiting.length, this.aside);
  }
}

export function leftOnce(giveBack: () => void): Place {
  let left = false;
  const leave = () => {
    if (left) return;
    left = true;
    giveBack();
  };
  return { leave };
}

export function overloaded(): Refusal {
  return refuse('overloaded', 'overloaded', 'Too many turns are waiting here; try again shortly.');
}
