import type { CallShare } from '@plinth/rollout';

/** So many calls back the past weighs half. */
const REMEMBERED = 20_000;

/**
 * Of the calls of one replica, what the candidate took. It halves now and then, both sides at once: whoever keeps to a cap by it at every
 * call keeps to the cap over all calls, and so do all replicas together.
 */
export class TrafficShare {
  private candidate = 0;
  private shadow = 0;
  private total = 0;

  get current(): CallShare {
    return { candidate: this.candidate, shadow: this.shadow, total: this.total };
  }

  count(taken: { readonly candidate: boolean; readonly shadow: boolean }): void {
    this.total += 1;
    if (taken.candidate) this.candidate += 1;
    if (taken.shadow) this.shadow += 1;
    if (this.total < REMEMBERED) return;
    this.total /= 2;
    this.candidate /= 2;
    this.shadow /= 2;
  }
}
