import { Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { AnnounceChanges } from '../../../features/watch-rollouts/announce-changes';
import type { RolloutTallies } from '../../../features/watch-rollouts/rollout-tallies';
import type { WatchRollouts } from '../../../features/watch-rollouts/watch-rollouts';

/** From a failing call to a switch-back on every replica it takes one pause of each of these, a transaction and a ring. */
const FLUSH_EVERY_MS = 40;
const WATCH_EVERY_MS = 100;
/** A change rings for its announcement; this is for what nobody heard. */
const ANNOUNCE_EVERY_MS = 1_000;

/** Everything that rollouts do by the clock. */
export class RolloutTimers {
  private readonly flushing: Repeating;
  private readonly watching: Repeating;
  private readonly announcing: Repeating;

  constructor(
    private readonly tallies: RolloutTallies,
    watch: WatchRollouts,
    changes: AnnounceChanges,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
    this.flushing = new Repeating(
      () => tallies.flush(),
      FLUSH_EVERY_MS,
      warn('Counts of calls cannot be handed over; they are kept'),
    );
    this.watching = new Repeating(
      () => watch.watch(),
      WATCH_EVERY_MS,
      warn('Rollouts cannot be looked after; they stand as they are'),
    );
    this.announcing = new Repeating(
      () => changes.announce(),
      ANNOUNCE_EVERY_MS,
      warn('Changes of rollouts cannot be announced yet'),
    );
  }

  begin(): void {
    this.flushing.start();
    this.watching.start();
    this.announcing.start();
  }

  /** Something may have changed. */
  wake(): void {
    this.announcing.wake();
  }

  /** After the last call was answered; what it counted is handed over. */
  async end(): Promise<void> {
    await Promise.all([this.watching.stop(), this.announcing.stop(), this.flushing.stop()]);
    await this.tallies.flush().catch((error: unknown) => this.logger.warn({ err: error }, 'The last counts are lost'));
  }
}
