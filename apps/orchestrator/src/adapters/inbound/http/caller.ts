import type { UserReference } from '@plinth/contracts';
import { refuseActingAs, resolveUser, type Identity } from '@plinth/http';
import { isRefusal, refuse, type Refusal } from '@plinth/kernel';
import type { Asker } from '../../../domain/session/asker';
import type { Viewer } from '../../../domain/turn/memory-view';

interface NamedUser {
  readonly user_id?: string | undefined;
  readonly user?: { readonly channel: string; readonly external_id: string } | undefined;
}

/** The user of a turn as sent: the key's own, or the one that is named, if the key may act for others. */
export function userOf(caller: Identity, { user_id, user }: NamedUser): UserReference | Refusal {
  if (user) return refuseActingAs(caller) ?? { channel: user.channel, external_id: user.external_id };
  const resolved = resolveUser(caller, user_id);
  return isRefusal(resolved) ? resolved : { user_id: resolved };
}

/** As whom the caller reads what memory knew: as its own user, as one that it may act for, else, with `act-as`, as the turn's own (M28). */
export function viewerOf(caller: Identity, viewer: string | undefined): Viewer | Refusal {
  if (viewer !== undefined) {
    const resolved = resolveUser(caller, viewer);
    return isRefusal(resolved) ? resolved : { user_id: resolved };
  }
  if (caller.userId !== undefined) return { user_id: caller.userId };
  return caller.scopes.has('act-as') ? 'as_owner' : 'other';
}

/** Whose turns and sessions the caller may see: those of its own user, or of every user of its tenant with `act-as` or `admin`. */
export function askerOf(caller: Identity): Asker | Refusal {
  if (caller.scopes.has('act-as') || caller.scopes.has('admin')) return 'any_user';
  if (caller.userId !== undefined) return { user_id: caller.userId };
  return refuse('forbidden', 'may_not_act_as', 'This key may not act for that user: it lacks the scope act-as.', {
    rule: 'scope',
  });
}
