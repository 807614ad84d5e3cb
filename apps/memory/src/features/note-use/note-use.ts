import type { Clock, TenantId, UserId } from '@plinth/kernel';
import type { ItemLives } from '../../ports/item-life';
import type { PolicyBook } from '../../ports/policy-book';

export interface Use {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly itemIds: readonly string[];
}

/** Uses under way at once; what comes beyond is not counted, so that reading never waits for counting. */
const MOST_UNDER_WAY = 5_000;

/**
 * Counts what a recall outside of turns has answered as used (M16), after the answer. Owns the uses that are not written yet.
 * 1. Nobody waits for it, and its failure is nobody's: a use may be lost, by a crash too, and is then one use less.
 */
export class NoteUse {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly lives: ItemLives,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
    private readonly report: (error: unknown) => void,
  ) {}

  note({ tenant, userId, itemIds }: Use): void {
    if (itemIds.length === 0 || this.underWay.size >= MOST_UNDER_WAY) return;
    const { forgetting } = this.policies.of(tenant);
    const noted = this.lives
      .use({ tenant, userId, itemIds }, forgetting, this.clock.now())
      .catch(this.report)
      .finally(() => this.underWay.delete(noted));
    this.underWay.add(noted);
  }

  /** Resolves when all uses so far are written. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
