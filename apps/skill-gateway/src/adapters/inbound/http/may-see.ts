import type { Identity } from '@plinth/http';

/** Whose data a key may see: its own user's, or of everybody in its tenant where it has no user or may act for others. */
export function maySee(caller: Identity, userId: string): boolean {
  return caller.userId === undefined || caller.userId === userId || caller.scopes.has('act-as');
}
