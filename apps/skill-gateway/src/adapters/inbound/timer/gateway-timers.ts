import { setTimeout as sleep } from 'node:timers/promises';
import { Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { ExpireAttachments } from '../../../features/expire-attachments/expire-attachments';
import type { HeldLeases } from '../../../features/invoke-skill/held-leases';
import type { RegisterSkills } from '../../../features/register-skills/register-skills';
import type { SweepInvocations } from '../../../features/sweep-invocations/sweep-invocations';
import { ProviderWatch } from './provider-watch';

/** A start waits so long for its providers; a stop so long for what runs without a delivery. */
const START_BOUND_MS = 3_000;
const STOP_BOUND_MS = 10_000;
const EXPIRE_EVERY_MS = 600_000;

export interface TimedParts {
  readonly sweep: SweepInvocations;
  readonly leases: HeldLeases;
  readonly register: RegisterSkills;
  readonly expire: ExpireAttachments;
  readonly logger: Logger;
  readonly config: {
    readonly providers: readonly string[];
    readonly leaseMs: number;
    readonly sweepIntervalMs: number;
  };
}

/** Everything that the gateway does by the clock, from its start to its end. */
export class GatewayTimers {
  private readonly watches: readonly ProviderWatch[];
  private readonly sweeping: Repeating;
  private readonly renewing: Repeating;
  private readonly expiring: Repeating;

  constructor(private readonly parts: TimedParts) {
    const { sweep, leases, register, expire, logger, config } = parts;
    const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
    this.watches = config.providers.map((url) => new ProviderWatch(url, register, logger));
    this.sweeping = new Repeating(
      () => sweep.sweep(),
      config.sweepIntervalMs,
      warn('Invocations that are due could not be looked for'),
    );
    this.expiring = new Repeating(
      () => expire.expire(),
      EXPIRE_EVERY_MS,
      warn('Attachments that are past their time could not be deleted'),
    );
    this.renewing = new Repeating(() => leases.renew(), config.leaseMs / 3, warn('Leases could not be renewed'));
  }

  /** Resolves when each provider was asked once, or after a bound. */
  async begin(): Promise<void> {
    this.renewing.start();
    this.sweeping.start();
    this.expiring.start();
    const asked = Promise.all(this.watches.map((watch) => watch.begin()));
    await Promise.race([asked, sleep(START_BOUND_MS, undefined, { ref: false })]);
  }

  /** While the bus still sends: what runs without a delivery may end and answer. */
  async settle(): Promise<void> {
    await Promise.all([this.sweeping.stop(), this.expiring.stop(), ...this.watches.map((watch) => watch.stop())]);
    await Promise.race([this.parts.leases.settled(), sleep(STOP_BOUND_MS, undefined, { ref: false })]);
  }

  /** After the last delivery: no lease is held any more. */
  async end(): Promise<void> {
    await this.renewing.stop();
  }
}
