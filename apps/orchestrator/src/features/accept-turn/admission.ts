import { refuse, type Refusal } from '@plinth/kernel';

interface AdmissionLimits {
  readonly inFlight: number;
  readonly queue: number;
}

/**
 * Bounds the turns that this replica works on. Owns the counts and the queue.
 * 1. At most `inFlight` slots are held, at most `queue` callers wait; beyond it the answer is a refusal at once.
 * 2. Those who wait are admitted in the order in which they came.
 */
export class Admission {
  private held = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly limits: AdmissionLimits,
    /** Told of the counts whenever one of them changes. */
    private readonly onChange: (inFlight: number, queued: number) => void = () => undefined,
  ) {}

  /** A slot, to be given back by calling it once; a second call does nothing. */
  async enter(): Promise<(() => void) | Refusal> {
    if (this.held >= this.limits.inFlight) {
      if (this.waiting.length >= this.limits.queue)
        return refuse('overloaded', 'overloaded', 'Too many turns are waiting here; try again shortly.');
      const admitted = new Promise<void>((admit) => this.waiting.push(admit));
      this.changed();
      await admitted;
    } else this.held += 1;
    this.changed();
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.leave();
    };
  }

  /** A slot goes straight to the next in line, so that nobody overtakes. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.held -= 1;
    this.changed();
  }

  private changed(): void {
    this.onChange(this.held, this.waiting.length);
  }
}
