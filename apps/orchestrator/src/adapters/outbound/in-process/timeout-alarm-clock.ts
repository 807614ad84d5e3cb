import type { SessionKey } from '../../../domain/session/session';
import { AlarmClock } from '../../../ports/alarm-clock';

/** Alarms as timers of this process. Owns one timer a session. */
export class TimeoutAlarmClock extends AlarmClock {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private ring: (key: SessionKey) => void = () => undefined;

  constructor(private readonly clock: { now(): number }) {
    super();
  }

  onRing(ring: (key: SessionKey) => void): void {
    this.ring = ring;
  }

  set(key: SessionKey, atMs: number | undefined): void {
    const name = `${key.tenant}\u0000${key.session}`;
    clearTimeout(this.timers.get(name));
    if (atMs === undefined) {
      this.timers.delete(name);
      return;
    }
    const { tenant, session } = key;
    const timer = setTimeout(
      () => {
        this.timers.delete(name);
        this.ring({ tenant, session });
      },
      Math.max(0, atMs - this.clock.now()),
    );
    timer.unref();
    this.timers.set(name, timer);
  }

  /** Lets every alarm go; the sweeper of another replica fires them. */
  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
