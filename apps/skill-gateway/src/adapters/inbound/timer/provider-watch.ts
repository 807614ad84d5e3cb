import { Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { Quarantined } from '../../../domain/registration/quarantine';
import type { RegisterSkills } from '../../../features/register-skills/register-skills';

/** Providers are deployed when they please: how often a reachable one is asked for news. */
const AGAIN_AFTER_MS = 15_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/**
 * Keeps the registry up with one provider: asks until it answers, then now and then. Says once what keeps a manifest out, and
 * once that the provider is away.
 */
export class ProviderWatch {
  private askAgainMs = FIRST_RETRY_MS;
  private away = false;
  private lastFaults = '';
  private readonly repeating: Repeating;

  constructor(
    private readonly providerUrl: string,
    private readonly registerSkills: RegisterSkills,
    private readonly logger: Logger,
  ) {
    this.repeating = new Repeating(
      () => this.ask(),
      () => this.askAgainMs,
      (error) => logger.error({ err: error }, 'a provider could not be registered'),
    );
  }

  /** Resolves after the first answer, or failure to get one; goes on by itself. */
  async begin(): Promise<void> {
    await this.ask();
    this.repeating.start();
  }

  stop(): Promise<void> {
    return this.repeating.stop();
  }

  private async ask(): Promise<void> {
    try {
      const { registered, quarantined } = await this.registerSkills.register(this.providerUrl);
      this.sayFaults(quarantined);
      if (this.away || this.askAgainMs !== AGAIN_AFTER_MS)
        this.logger.info({ provider: this.providerUrl, skills: registered.length }, 'A provider is registered');
      this.away = false;
      this.askAgainMs = AGAIN_AFTER_MS;
    } catch (error) {
      if (!this.away)
        this.logger.warn({ err: error, provider: this.providerUrl }, 'A provider cannot be registered yet');
      this.askAgainMs = this.away ? Math.min(LONGEST_RETRY_MS, this.askAgainMs * 2) : FIRST_RETRY_MS;
      this.away = true;
    }
  }

  private sayFaults(quarantined: readonly Quarantined[]): void {
    const faults = JSON.stringify(quarantined);
    if (faults !== this.lastFaults && quarantined.length > 0)
      this.logger.error({ provider: this.providerUrl, quarantined }, 'Manifests are at fault; these skills stay out');
    this.lastFaults = faults;
  }
}
