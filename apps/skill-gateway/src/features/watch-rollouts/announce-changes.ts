import type { RolloutAnnouncer } from '../../ports/rollout-announcer';
import type { RolloutLedger } from '../../ports/rollout-ledger';

const AT_ONCE = 100;

/** Announces what has changed, once it is stored and until it was announced, whoever changed it and whoever died meanwhile. */
export class AnnounceChanges {
  constructor(
    private readonly ledger: RolloutLedger,
    private readonly announcer: RolloutAnnouncer,
  ) {}

  /** Throws TransientError when the store or the bus is away; the next run announces it. */
  async announce(): Promise<void> {
    let announced: number;
    do announced = await this.ledger.announce(AT_ONCE, (changes) => this.announcer.announce(changes));
    while (announced === AT_ONCE);
  }
}
