import { orThrow, resolveUser, type Identity } from '@plinth/http';
import type { UserId } from '@plinth/kernel';
import type { ResolveUser } from '../../../features/resolve-user/resolve-user';

/** The user that a request acts for, by the id under which that user's memory stands now (M22). */
export function actingFor(users: ResolveUser, identity: Identity, named?: string): Promise<UserId> {
  return users.canonical(identity.tenant, orThrow(resolveUser(identity, named)));
}

/** A key without `act-as` sees its own user's things alone; undefined where nothing binds it. */
export async function boundTo(users: ResolveUser, identity: Identity): Promise<UserId | undefined> {
  return identity.scopes.has('act-as') ? undefined : actingFor(users, identity);
}
