import type { Clock } from '@plinth/kernel';
import type { Renewed, VectorOwner, VectorRenewal } from '../../ports/vector-renewal';

const OWNERS_AT_ONCE = 200;

/**
 * After a change of model: queues every item that has no vector of the model in use. Searches use the model in use alone: what has no
 * vector of it yet is found by words, times and answers. The others go once nothing of their owner lacks the new one.
 */
export class RenewVectors {
  constructor(
    private readonly renewal: VectorRenewal,
    private readonly model: string,
    private readonly clock: Clock,
    /** Lets whatever else waits go on. */
    private readonly rest: () => Promise<void>,
  ) {}

  async renew(): Promise<Renewed> {
    let [queued, removed] = [0, 0];
    let last: VectorOwner | undefined;
    for (;;) {
      const owners = await this.renewal.ownersAfter(last, OWNERS_AT_ONCE);
      for (const owner of owners) {
        const renewed = await this.renewal.renew(owner, this.model, this.clock.now());
        queued += renewed.queued;
        removed += renewed.removed;
        await this.rest();
      }
      last = owners.at(-1);
      if (last === undefined) return { queued, removed };
    }
  }
}
