import type { ProfileIntent } from '../../../domain/profile/intent';
import type { Candidate } from '../../../domain/recall/candidate';
import type { KeptContact } from '../../../domain/anchors/people/contact';
import type { ProfileFact } from '../../../domain/recall/recall';
import type { SessionUpdate, SlotOperation } from '../../../domain/session-state/session-state';
import type { Round } from '../../../domain/summary/round';
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
type Absent = 'key' | 'sessionId' | 'task' | 'before' | 'cosine' | 'document';
export type FoundRow = Omit<Candidate, Absent> & { readonly [K in Absent]: Exclude<Candidate[K], undefined> | null };
export type FactRow = Omit<ProfileFact, 'newerThanSession'> & { readonly newerThanSession: boolean };
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

export function foundOf(row: FoundRow): Candidate {
  const { key, sessionId, task, before, cosine, reference, shared, document, ...item } = row;
  return {
    ...item,
    ...(key === null ? {} : { key }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(task === null ? {} : { task }),
    ...(before === null ? {} : { before }),
    ...(cosine === null ? {} : { cosine }),
    ...(document === null ? {} : { document }),
    ...(reference ? { reference } : {}),
    ...(shared ? { shared } : {}),
  };
}

export function factOf({ newerThanSession, ...fact }: FactRow): ProfileFact {
  return newerThanSession ? { ...fact, newerThanSession } : fact;
}

type Detail = 'email' | 'phone' | 'title' | 'company';
export type ContactRow = Omit<KeptContact, Detail | 'derived'> & { readonly derived: readonly string[] } & {
  readonly [K in Detail]: string | null;
};

export function contactOf({ id, name, aliases, derived, email, phone, title, company }: ContactRow): KeptContact {
  return {
    id,
    name,
    aliases,
    derived,
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    ...(title === null ? {} : { title }),
    ...(company === null ? {} : { company }),
  };
}

export interface RoundRow {
  readonly id: string;
  readonly n: number;
  readonly said: string;
  readonly replied: string | null;
  readonly saidAtMs: number;
}

export function roundOf({ replied, ...round }: RoundRow): Round & { readonly n: number } {
  return replied === null ? round : { ...round, replied };
}
