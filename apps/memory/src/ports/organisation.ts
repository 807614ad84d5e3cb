import type { TenantId, UserId } from '@plinth/kernel';
import type { ContactRecord } from '../domain/items/contact-view';
import type { Membership } from '../domain/items/membership';
import type { OrganisationRecords } from '../domain/items/organisation-graph';

/** A contact as its owner writes it; `ref` is the owner's own name for it. */
export interface KeptContact extends Omit<ContactRecord, 'id' | 'owner' | 'updatedAtMs'> {
  readonly ref: string;
}

export type OwnContact = ContactRecord & { readonly ref: string };

/**
 * Members and what they share (M21). What a reader sees is decided by the store: his own, what is shared with his departments or with all
 * members, as a manager also what members of his departments keep, as an administrator everything. Without a reader the keeper of the
 * tenant asks, who sees everything. Nothing is masked here.
 */
export abstract class Organisation {
  abstract membershipsOf(tenant: TenantId, userId: UserId): Promise<readonly Membership[]>;
  /** In place of all that the user had; those that stay keep the day they began. */
  abstract setMemberships(
    tenant: TenantId,
    userId: UserId,
    memberships: readonly Omit<Membership, 'userId'>[],
    nowMs: number,
  ): Promise<void>;
  /** Of which segment the user is, for the defaults that serve him (M33); null: of none. Also of a user who is not known yet. */
  abstract setSegment(tenant: TenantId, userId: UserId, segment: string | null, nowMs: number): Promise<void>;
  /** His own first, then the latest; at most `limit`. */
  abstract contactsFor(tenant: TenantId, reader: UserId | undefined, limit: number): Promise<readonly OwnContact[]>;
  abstract recordsFor(tenant: TenantId, reader: UserId | undefined, limit: number): Promise<OrganisationRecords>;
  /** Writes it once per (owner, ref). `name_taken`: the owner keeps another contact of this name. */
  abstract keepContact(
    tenant: TenantId,
    owner: UserId,
    contact: KeptContact,
    confidence: number,
    nowMs: number,
  ): Promise<'kept' | 'name_taken'>;
  /** Whether there was one. */
  abstract dropContact(tenant: TenantId, owner: UserId, ref: string): Promise<boolean>;
}
