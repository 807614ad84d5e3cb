import { refuse, type Clock, type Refusal, type TenantId, type UserId } from '@plinth/kernel';
import { nicknamesByCustom } from '../../domain/anchors/people/nicknames-by-custom';
import { contactMatches, contactView, type ContactView } from '../../domain/items/contact-view';
import { graphReach, type Membership } from '../../domain/items/membership';
import { organisationGraph, type OrganisationGraph } from '../../domain/items/organisation-graph';
import type { KeptContact, Organisation } from '../../ports/organisation';
import type { PolicyBook } from '../../ports/policy-book';

/** Of whom or what a reader is told at once; what lies beyond is said to be left out. */
const MAX_RECORDS = 5_000;

/** `ref` for the owner alone. */
export type ShownContact = ContactView & { readonly ref?: string };

export interface Page<T> {
  readonly shown: T;
  /** Whether there are more than are looked at. */
  readonly truncated: boolean;
}

/** Who belongs to an organisation, and what its members share of whom they know (M21). */
export class KeepOrganisation {
  constructor(
    private readonly organisation: Organisation,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
  ) {}

  membershipsOf(tenant: TenantId, userId: UserId): Promise<readonly Membership[]> {
    return this.organisation.membershipsOf(tenant, userId);
  }

  async setMemberships(
    tenant: TenantId,
    userId: UserId,
    memberships: readonly Omit<Membership, 'userId'>[],
  ): Promise<readonly Membership[]> {
    await this.organisation.setMemberships(tenant, userId, memberships, this.clock.now());
    return this.organisation.membershipsOf(tenant, userId);
  }

  /** Whether the policy has defaults of the segment; it may get them later. */
  async setSegment(
    tenant: TenantId,
    userId: UserId,
    segment: string | null,
  ): Promise<{ readonly hasDefaults: boolean }> {
    await this.organisation.setSegment(tenant, userId, segment, this.clock.now());
    const { segments } = this.policies.of(tenant).defaults;
    return { hasDefaults: segment !== null && Object.hasOwn(segments, segment) };
  }

  /** With what the person is commonly called filled in, as far as the owner has not said it himself (M5). */
  async keepContact(tenant: TenantId, owner: UserId, given: KeptContact): Promise<ShownContact | Refusal> {
    const derivedNicknames = nicknamesByCustom(given.name, given.title).filter((one) => !given.nicknames.includes(one));
    const contact = { ...given, ...(derivedNicknames.length > 0 ? { derivedNicknames } : {}) };
    const refused = await this.refuseSharing(tenant, owner, contact);
    if (refused) return refused;
    const { masks, items } = this.policies.of(tenant);
    const nowMs = this.clock.now();
    const outcome = await this.organisation.keepContact(tenant, owner, contact, items.credibility.confirmed, nowMs);
    if (outcome === 'name_taken') return nameTaken();
    const { ref, ...kept } = contact;
    return { ...contactView({ ...kept, id: ref, owner, updatedAtMs: nowMs }, owner, masks), ref };
  }

  async dropContact(tenant: TenantId, owner: UserId, ref: string): Promise<undefined | Refusal> {
    if (await this.organisation.dropContact(tenant, owner, ref)) return undefined;
    return refuse('not_found', 'contact_not_found', 'You keep no such contact.');
  }

  /** What the reader may see, masked for him, of which `query` is found in what he sees. */
  async contactsFor(
    tenant: TenantId,
    reader: UserId,
    query: string | undefined,
    limit: number,
  ): Promise<Page<readonly ShownContact[]>> {
    const { masks } = this.policies.of(tenant);
    const records = await this.organisation.contactsFor(tenant, reader, MAX_RECORDS);
    const shown = records
      .map(({ ref, ...record }): ShownContact => {
        const view = contactView(record, reader, masks);
        return record.owner === reader ? { ...view, ref } : view;
      })
      .filter((view) => query === undefined || contactMatches(view, query));
    return { shown: shown.slice(0, limit), truncated: records.length === MAX_RECORDS || shown.length > limit };
  }

  /** Without a reader: for who decides for the tenant, masked as for an administrator. */
  async graphFor(tenant: TenantId, reader: UserId | undefined): Promise<Page<OrganisationGraph> | Refusal> {
    const memberships = reader === undefined ? [] : await this.organisation.membershipsOf(tenant, reader);
    const reach = reader === undefined ? 'all' : graphReach(memberships);
    if (reach === undefined)
      return refuse('forbidden', 'role_missing', 'The graph is for managers and administrators.', { rule: 'role' });
    const records = await this.organisation.recordsFor(tenant, reader, MAX_RECORDS);
    const { masks } = this.policies.of(tenant);
    const full = [records.members, records.contacts, records.documents].some(({ length }) => length === MAX_RECORDS);
    return { shown: organisationGraph(records, reader, reach, masks), truncated: full };
  }

  private async refuseSharing(
    tenant: TenantId,
    owner: UserId,
    { visibility, department }: KeptContact,
  ): Promise<Refusal | undefined> {
    if (visibility === 'private') return undefined;
    const memberships = await this.organisation.membershipsOf(tenant, owner);
    const belongs = memberships.some((own) => visibility === 'org' || own.department === department);
    if (belongs) return undefined;
    return refuse('forbidden', 'not_a_member', 'Only a member shares contacts, and only with departments of his own.', {
      field: 'department',
      rule: 'member',
    });
  }
}

const nameTaken = (): Refusal =>
  refuse('conflict', 'contact_name_taken', 'You keep another contact of this name.', { field: 'name', rule: 'unique' });
