import { isRefusal, leftOnce, type Place, type Refusal } from '@plinth/kernel';
import type { SessionKey } from '../../domain/session/session';
import { laneOf } from '../advance-session/fold-cache';
import { overloaded, type Admission } from './admission';

/** Requests that join a session and are not begun yet; the bound is there for memory alone. */
const MAX_JOINING = 1_024;

/** A turn's part in the slot of its session; to be left when the turn has ended. */
export interface Share extends Place {
  /** The one for which the session took its slot. */
  readonly first: boolean;
}

interface Work {
  readonly slot: Promise<Place | Refusal>;
  shares: number;
}

/**
 * The sessions that have work here. Owns which session holds a slot and for how many turns.
 * 1. A session holds one slot, from its first turn here until the last of its turns here has ended.
 * 2. Turns of one session are admitted in the order in which they came, none before the session has its slot.
 */
export class SessionSlots {
  private readonly sessions = new Map<string, Work>();
  private joining = 0;

  constructor(
    private readonly admission: Admission,
    private readonly maxJoining = MAX_JOINING,
  ) {}

  /** `begin` runs with a share of the session's slot; to leave it is its duty, also when it throws. */
  async enter<T>(session: SessionKey, begin: (share: Share) => Promise<T>): Promise<T | Refusal> {
    const name = laneOf(session);
    const known = this.sessions.get(name);
    if (!known) return this.join(name, this.open(name), true, begin);
    if (this.joining >= this.maxJoining) return overloaded();
    this.joining += 1;
    return this.join(name, known, false, begin).finally(() => (this.joining -= 1));
  }

  private open(name: string): Work {
    const work = { slot: this.admission.enter(), shares: 0 };
    this.sessions.set(name, work);
    return work;
  }

  private async join<T>(
    name: string,
    work: Work,
    first: boolean,
    begin: (share: Share) => Promise<T>,
  ): Promise<T | Refusal> {
    work.shares += 1;
    const slot = await work.slot;
    const share = { first, ...this.share(name, work, slot) };
    if (isRefusal(slot)) {
      share.leave();
      return slot;
    }
    return begin(share);
  }

  private share(name: string, work: Work, slot: Place | Refusal): Place {
    return leftOnce(() => {
      work.shares -= 1;
      if (work.shares > 0) return;
      this.sessions.delete(name);
      if (!isRefusal(slot)) slot.leave();
    });
  }
}
