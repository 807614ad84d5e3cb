/**
 * Bounds the records that are accepted and unfinished. Pure; owned by one subscription and shared by its members, so that
 * records of a former assignment that still run count too.
 *
 * G1 `count` never exceeds `limit` for a caller that enters only while the gate is open.
 * G2 Every waiter is woken once the gate opens, or once it is empty; none is woken twice.
 */
export class InFlightGate {
  private inside = 0;
  private waitingForRoom: (() => void)[] = [];
  private waitingForNone: (() => void)[] = [];

  constructor(private readonly limit: number) {
    if (!Number.isInteger(limit) || limit < 1)
      throw new RangeError(`maxInFlight must be a positive integer, not ${limit}`);
  }

  get count(): number {
    return this.inside;
  }

  get isOpen(): boolean {
    return this.inside < this.limit;
  }

  enter(): void {
    this.inside += 1;
  }

  leave(): void {
    this.inside -= 1;
    if (this.isOpen) this.waitingForRoom = wake(this.waitingForRoom);
    if (this.inside === 0) this.waitingForNone = wake(this.waitingForNone);
  }

  whenOpen(): Promise<void> {
    return this.isOpen ? Promise.resolve() : new Promise((resolve) => this.waitingForRoom.push(resolve));
  }

  whenEmpty(): Promise<void> {
    return this.inside === 0 ? Promise.resolve() : new Promise((resolve) => this.waitingForNone.push(resolve));
  }
}

function wake(waiters: readonly (() => void)[]): [] {
  for (const resume of waiters) resume();
  return [];
}
