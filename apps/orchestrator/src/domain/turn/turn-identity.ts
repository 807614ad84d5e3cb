import type { UserReference } from '@plinth/contracts';
import { canonicalJson, contentHash, deriveId, turnId, type TurnId } from '@plinth/kernel';
import type { SessionKey } from '../session/session';

/** T8: the same key of the same user in the same session is the same turn, on whichever replica and however often it comes. */
export function turnIdOf({ tenant, session }: SessionKey, user: UserReference, idempotencyKey: string): TurnId {
  return turnId(deriveId('turn', tenant, canonicalJson(user), session, idempotencyKey));
}

/** What was asked for, so that a key used again with another body is seen (T8). */
export function bodyHashOf(body: unknown): string {
  return contentHash(body);
}
