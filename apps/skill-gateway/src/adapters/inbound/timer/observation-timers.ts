import { setTimeout as sleep } from 'node:timers/promises';
import { Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { RunReplays } from '../../../features/replay-skill/run-replays';
import type { Observations } from '../../../features/run-shadow/observations';

const FLUSH_EVERY_MS = 500;
const LOOK_FOR_REPLAYS_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 600_000;
/** A stop waits so long for runs that nobody waits for. */
const STOP_BOUND_MS = 5_000;

/** Everything that is done by the clock with what is learned beside calls. */
export class ObservationTimers {
  private readonly flushing: Repeating;
  private readonly replaying: Repeating;
  private readonly pruning: Repeating;

  constructor(
    private readonly observations: Observations,
    private readonly replays: RunReplays,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
    this.flushing = new Repeating(
      () => observations.flush(),
      FLUSH_EVERY_MS,
      warn('What was learned of calls cannot be written yet'),
    );
    this.replaying = new Repeating(
      () => replays.run(),
      LOOK_FOR_REPLAYS_EVERY_MS,
      warn('Replays cannot be gone on with yet'),
    );
    this.pruning = new Repeating(
      () => observations.prune(),
      PRUNE_EVERY_MS,
      warn('Old figures cannot be forgotten yet'),
    );
  }

  begin(): void {
    this.flushing.start();
    this.replaying.start();
    this.pruning.start();
  }

  /** After the last call was answered; runs that are under way may end, and what was learned is written. */
  async end(): Promise<void> {
    this.replays.stop();
    await Promise.race([
      Promise.all([this.replaying.stop(), this.pruning.stop(), this.observations.pool.settled()]),
      sleep(STOP_BOUND_MS, undefined, { ref: false }),
    ]);
    await this.flushing.stop();
    await this.observations
      .flush()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'What was learned last of calls is lost'));
  }
}
