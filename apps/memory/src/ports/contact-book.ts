import type { TenantId, UserId } from '@plinth/kernel';
import type { KnownPerson } from './turn-ledger';

/** The people whom a user knows. */
export abstract class ContactBook {
  /** The user's own contacts, the newest first, then those that others share with him; 500 at most. Never another's private one. */
  abstract contactsOf(tenant: TenantId, userId: UserId): Promise<readonly KnownPerson[]>;
}
