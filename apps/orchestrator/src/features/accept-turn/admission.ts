import { refuse, type Refusal } from '@plinth/kernel';

interface AdmissionLimits {
  readonly inFlight: number;
  readonly queue: number;
  /** Callers that wait without a slot; MAX_ASIDE unless given. */
  readonly aside?: number;
}

/** Each is a promise and an entry among the waiters; the bound is there for memory alone. */
const MAX_ASIDE = 1_024;

/** Where a caller is: with a slot, or aside. */
export interface Place {
  /** Gives the slot to the next in line and waits on without one. False: too many do, and the place is lost. */
  stepAside(): boolean;
  /** Once is enough; a second call does nothing. */
  leave(): void;
}

/**
 * Bounds the turns that this replica works on and the callers that wait here. Owns the counts and the queue.
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
    return this.place('slot');
  }

  /** A place without a slot, for who only waits for a turn that another works on. */
  enterAside(): Place | Refusal {
    return this.takeAside() ? this.place('aside') : overloaded();
  }

  private place(at: 'slot' | 'aside' | 'left'): Place {
    const leave = () => {
      if (at === 'slot') this.giveSlot();
      if (at === 'aside') this.aside -= 1;
      at = 'left';
      this.changed();
    };
    const stepAside = () => {
      if (at !== 'slot') return at === 'aside';
      leave();
      if (!this.takeAside()) return false;
      at = 'aside';
      return true;
    };
    return { leave, stepAside };
  }

  private takeAside(): boolean {
    if (this.aside >= (this.limits.aside ?? MAX_ASIDE)) return false;
    this.aside += 1;
    this.changed();
    return true;
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

function overloaded(): Refusal {
  return refuse('overloaded', 'overloaded', 'Too many turns are waiting here; try again shortly.');
}
