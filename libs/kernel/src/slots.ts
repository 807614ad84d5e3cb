interface SlotLimits {
  readonly inFlight: number;
  readonly queue: number;
}

/** Something held until it is left. */
export interface Place {
  /** Once is enough; a second call does nothing. */
  leave(): void;
}

/**
 * Bounds how much is under way and how much waits for that. Owns the count and the line.
 * 1. At most `inFlight` slots are held, at most `queue` callers wait for one; beyond it there is none, at once.
 * 2. Those who wait are admitted in the order in which they came; a slot goes straight to the next of them, so that nobody overtakes.
 * 3. Who gives up waiting leaves the line and holds nothing.
 */
export class Slots {
  private held = 0;
  private readonly waiting: ((place: Place) => void)[] = [];

  constructor(
    private readonly limits: SlotLimits,
    /** Told of the counts whenever one of them changes. */
    private readonly onChange: (inFlight: number, queued: number) => void = () => undefined,
  ) {}

  /** A slot, unless one would have to be waited for. */
  tryEnter(): Place | undefined {
    if (this.held >= this.limits.inFlight) return undefined;
    this.held += 1;
    this.changed();
    return this.place();
  }

  /** A slot, as soon as there is one; undefined when too many wait already, or once `givenUp` is aborted. */
  async enter(givenUp?: AbortSignal): Promise<Place | undefined> {
    const place = this.tryEnter();
    if (place || givenUp?.aborted || this.waiting.length >= this.limits.queue) return place;
    return new Promise((resolve) => {
      const leaveLine = (): void => {
        this.waiting.splice(this.waiting.indexOf(admitted), 1);
        this.changed();
        resolve(undefined);
      };
      const admitted = (granted: Place): void => {
        givenUp?.removeEventListener('abort', leaveLine);
        resolve(granted);
      };
      givenUp?.addEventListener('abort', leaveLine, { once: true });
      this.waiting.push(admitted);
      this.changed();
    });
  }

  private place(): Place {
    return leftOnce(() => {
      const next = this.waiting.shift();
      if (!next) this.held -= 1;
      this.changed();
      next?.(this.place());
    });
  }

  private changed(): void {
    this.onChange(this.held, this.waiting.length);
  }
}

export function leftOnce(giveBack: () => void): Place {
  let left = false;
  const leave = (): void => {
    if (left) return;
    left = true;
    giveBack();
  };
  return { leave };
}
