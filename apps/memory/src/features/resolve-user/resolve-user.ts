import type { TenantId, UserId } from '@plinth/kernel';
import type { IdentityBook } from '../../ports/identity-book';

/**
 * The id under which a user's memory stands now: another than the one that is named once the two have been merged (M22). Asked of the store
 * each time: for as long as a replica remembered, an erasure would take the wrong person's memory.
 */
export class ResolveUser {
  constructor(private readonly identities: Pick<IdentityBook, 'canonicalOf'>) {}

  canonical(tenant: TenantId, userId: UserId): Promise<UserId> {
    return this.identities.canonicalOf(tenant, userId);
  }
}
