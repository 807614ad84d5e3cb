import { TransientError, type UserId } from '@plinth/kernel';
import type { Moved } from '../../ports/turn-ledger';

/**
 * Carries a command out for the user whom an id means (M22). The store says so with what it reads anyway, so that an id that was never
 * merged costs nothing and a merge holds on every replica at once. Throws TransientError when the user is merged on meanwhile.
 */
export async function asCanonical<T extends object>(
  named: UserId,
  carryOut: (user: UserId) => Promise<T | Moved>,
): Promise<T> {
  const first = await carryOut(named);
  if (!isMoved(first)) return first;
  const second = await carryOut(first.movedTo);
  if (!isMoved(second)) return second;
  throw new TransientError('user_moved', 'The user was merged while the command was being carried out.');
}

const isMoved = (outcome: object): outcome is Moved => 'movedTo' in outcome;
