import { LRUCache } from 'lru-cache';
import { FOLD_VERSION, type Session, type SessionKey } from '../../domain/session/session';

export const laneOf = ({ tenant, session }: SessionKey): string => `${tenant}\u0000${session}`;

/** Folds of the sessions used last. A cached fold may be behind the journal: its `seq` says how far it goes (T2). */
export class FoldCache {
  private readonly folds: LRUCache<string, { readonly version: number; readonly session: Session }>;

  constructor(max: number) {
    this.folds = new LRUCache({ max });
  }

  get(key: SessionKey): Session | undefined {
    const cached = this.folds.get(laneOf(key));
    return cached?.version === FOLD_VERSION ? cached.session : undefined;
  }

  set(session: Session): void {
    this.folds.set(laneOf(session), { version: FOLD_VERSION, session });
  }
}
