import { Repeating, TransientError } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { buildCatalogue, EMPTY_CATALOGUE, withRollouts, type Catalogue } from '../../../domain/catalogue/catalogue';
import { SkillCatalogue } from '../../../ports/skill-catalogue';
import type { SkillRegistry } from '../../../ports/skill-registry';

/**
 * The registry in memory. Owns the state that serves, and the poll that asks for a newer one.
 * 1. `current` costs no IO and is the registry as of one moment.
 * 2. A change holds here within `pollMs`, at once after `wake` or `refresh`.
 * 3. While the store is away the last state serves; it is asked for again at the same pace.
 * 4. One load runs at a time; a refresh that comes during one is followed by another.
 * 5. A change of rollouts costs what has changed, however many skills there are.
 */
export class PolledCatalogue extends SkillCatalogue {
  private catalogue: Catalogue = EMPTY_CATALOGUE;
  private loading: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private readonly polling: Repeating;

  constructor(
    private readonly registry: SkillRegistry,
    private readonly logger: Logger,
    pollMs: number,
  ) {
    super();
    this.polling = new Repeating(
      () => this.refresh(),
      pollMs,
      (error) => logger.warn({ err: error }, 'The registry cannot be read; the last known skills serve'),
    );
  }

  /** Loads for the first time; throws TransientError when the store is away. */
  async open(): Promise<void> {
    await this.refresh();
    this.polling.start();
  }

  close(): Promise<void> {
    return this.polling.stop();
  }

  current(): Catalogue {
    if (this.catalogue === EMPTY_CATALOGUE)
      throw new TransientError('catalogue_not_loaded', 'The skills have not been loaded yet.');
    return this.catalogue;
  }

  refresh(): Promise<void> {
    if (!this.loading) {
      this.loading = this.load().finally(() => (this.loading = undefined));
      return this.loading;
    }
    this.next ??= this.loading
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.refresh();
      });
    return this.next;
  }

  /** Hears that something may have changed. */
  wake(): void {
    this.polling.wake();
  }

  private async load(): Promise<void> {
    if (await this.loadRollouts()) return;
    const { revision, versions, rollouts } = await this.registry.content();
    this.catalogue = buildCatalogue(revision, versions, rollouts, this.catalogue);
    for (const unusable of this.catalogue.unusable)
      this.logger.warn(unusable, 'A registered version cannot be used by this program');
  }

  /** One question, since a switch-back waits for it. Rollouts change often and the skills hardly ever; answers whether that was all. */
  private async loadRollouts(): Promise<boolean> {
    if (this.catalogue === EMPTY_CATALOGUE) return false;
    const changed = await this.registry.rolloutsSince(this.catalogue.revision);
    if (changed && changed.revision !== this.catalogue.revision)
      this.catalogue = withRollouts(this.catalogue, changed.revision, changed.rollouts);
    return changed !== undefined;
  }
}
