import { LRUCache } from 'lru-cache';
import type { TenantId, UserId } from '@plinth/kernel';
import type { IdentityBook } from '../../ports/identity-book';

/** A merge counts on every replica within this. */
const FRESH = { max: 10_000, ttl: 1_000 };

/** The id under which a user's memory stands now: another than the one that is named once the two have been merged (M22). */
export class ResolveUser {
  private readonly known = new LRUCache<string, UserId>(FRESH);

  constructor(private readonly identities: Pick<IdentityBook, 'canonicalOf'>) {}

  async canonical(tenant: TenantId, userId: UserId): Promise<UserId> {
    const name = JSON.stringify([tenant, userId]);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const canonical = await this.identities.canonicalOf(tenant, userId);
    this.known.set(name, canonical);
    return canonical;
  }
}
