import type { Clock } from '@plinth/kernel';

/** Where the offset lies for certain, in milliseconds, and when that was measured by our clock. */
interface Measured {
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
}

/** A measurement that is older gives way to any newer one: clocks drift. */
const KEPT_MS = 60_000;
/** Both clocks are read in whole milliseconds, rounded down. */
const ROUNDING_MS = 1;

/**
 * How far our clock is ahead of the broker's; negative when it is behind. Measured as NTP does it: the broker stamps a record that we
 * append after we send it and before it acknowledges it, so the offset lies between (sent − stamp) and (acknowledged − stamp). Queue time
 * has no part in it, so that a backlog is never taken for an offset. Owns the narrowest interval of the last minute.
 *
 * 1. Only what is certain counts: the value of the interval that is nearest to zero. So clocks that agree are not corrected at all, and no
 *    budget is lengthened by more than the clocks are apart. What is missed is less than the duration of one append.
 * 2. An interval that contradicts the one held means that a clock was set: the newer one counts at once.
 *
 * Limits: until this process has appended its first record the clocks count as equal, and so they do where the broker does not stamp
 * (`message.timestamp.type=CreateTime`). The brokers of a cluster are taken to agree among themselves.
 */
export class BrokerClock {
  private measured: Measured | undefined;

  constructor(private readonly clock: Clock) {}

  /** By our clock, epoch milliseconds. */
  now(): number {
    return this.clock.now();
  }

  get offsetMs(): number {
    if (!this.measured) return 0;
    const { fromMs, toMs } = this.measured;
    return fromMs > 0 ? fromMs : Math.min(0, toMs);
  }

  /** The broker stamped a record that was sent at `sentAtMs` and has been acknowledged just now. */
  observe(sentAtMs: number, stampMs: number): void {
    const atMs = this.clock.now();
    if (!(stampMs > 0) || atMs < sentAtMs) return;
    const found = { fromMs: sentAtMs - stampMs - ROUNDING_MS, toMs: atMs - stampMs + ROUNDING_MS, atMs };
    if (!this.measured || supersedes(found, this.measured)) this.measured = found;
  }
}

function supersedes(found: Measured, held: Measured): boolean {
  const contradicts = found.fromMs > held.toMs || found.toMs < held.fromMs;
  const isNarrower = found.toMs - found.fromMs <= held.toMs - held.fromMs;
  return contradicts || isNarrower || found.atMs - held.atMs > KEPT_MS;
}
