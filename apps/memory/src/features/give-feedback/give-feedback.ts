import { refuse, type Clock, type Refusal, type TenantId } from '@plinth/kernel';
import { afterFeedback } from '../../domain/forgetting/forget';
import type { ExtractionSample, Feedback, ItemLives } from '../../ports/item-life';
import type { PolicyBook } from '../../ports/policy-book';

/** Takes in whether an item that was used was of use (M16), and shows what was learned wrong (M23). */
export class GiveFeedback {
  constructor(
    private readonly lives: ItemLives,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
  ) {}

  async give(feedback: Feedback): Promise<'recorded' | 'repeated' | Refusal> {
    const policy = this.policies.of(feedback.tenant).forgetting;
    const given = await this.lives.give(feedback, policy, this.clock.now(), (item) =>
      afterFeedback(item, feedback.useful, policy),
    );
    return given === 'unknown' ? refuse('not_found', 'item_not_found', 'The user has no such item.') : given;
  }

  async samples(tenant: TenantId, limit: number): Promise<readonly ExtractionSample[]> {
    return this.lives.samples(tenant, limit);
  }
}
