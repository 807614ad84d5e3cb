import type { ProfileIntent } from '../../../domain/profile/intent';
import type { FoundItem, ProfileFact } from '../../../domain/recall/recall';
import type { SessionUpdate, SlotOperation } from '../../../domain/session-state/session-state';
import type { OpenCandidate } from '../../../domain/candidates/candidate';

/** Rows as the statements give them. */
export interface UpdateRow {
  readonly n: number;
  readonly turnId: string;
  readonly type: 'set' | 'undo' | 'clear';
  readonly origin: 'user' | 'system' | null;
  readonly undoes: number | null;
  readonly operations: readonly SlotOperation[] | null;
}
export type FoundRow = Omit<FoundItem, 'key'> & { readonly key: string | null };
export type { OpenCandidate, ProfileFact, ProfileIntent };

export function updateOf({ n, turnId, type, origin, undoes, operations }: UpdateRow): SessionUpdate {
  switch (type) {
    case 'set':
      return { n, turnId, type, origin: origin ?? 'user', operations: operations ?? [] };
    case 'undo':
      return { n, turnId, type, undoes: undoes ?? 0 };
    case 'clear':
      return { n, turnId, type };
  }
}

export function foundOf({ key, ...item }: FoundRow): FoundItem {
  return key === null ? item : { ...item, key };
}
