import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { userId, type UserId } from '@plinth/kernel';
import { z } from 'zod';
import type { GraphNode } from '../../../domain/items/organisation-graph';
import { ROLES, type Membership } from '../../../domain/items/membership';
import { KeepOrganisation, type ShownContact } from '../../../features/keep-organisation/keep-organisation';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id, label } from './body-parts';

const membersBody = z
  .strictObject({
    memberships: z.array(z.strictObject({ department: label, role: z.enum(ROLES) })).max(50),
  })
  .refine(({ memberships }) => new Set(memberships.map(({ department }) => department)).size === memberships.length, {
    error: 'names a department twice',
    path: ['memberships'],
    params: { rule: 'unique' },
  });

/** Null: of none. */
export const segmentBody = z.strictObject({ segment: label.nullable() });

const line = z.string().trim().min(1).max(256);
const contactBody = z
  .strictObject({
    user_id: id.optional(),
    name: line.max(128),
    nicknames: z.array(line.max(64)).max(20).default([]),
    email: z.email().max(254).optional(),
    phone: line.max(64).optional(),
    title: line.optional(),
    company: line.optional(),
    attributes: z
      .record(z.string().min(1).max(64), z.string().min(1).max(1_000))
      .refine((attributes) => Object.keys(attributes).length <= 50, {
        error: 'must have at most 50 entries',
        params: { rule: 'max_items' },
      })
      .default({}),
    visibility: z.enum(['private', 'department', 'org']).default('private'),
    department: label.optional(),
  })
  .refine(({ visibility, department }) => (visibility === 'department') === (department !== undefined), {
    error: 'must be named for the visibility `department`, and for no other',
    path: ['department'],
    params: { rule: 'visibility' },
  });

const named = z.strictObject({ id });
const ofUser = z.strictObject({ user_id: id.optional() });
const search = z.strictObject({
  user_id: id.optional(),
  query: z.string().trim().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** Members, the contacts that they keep and share, and what an administrator sees of all of it. */
@Controller('v1/memory')
export class OrganisationController {
  constructor(
    private readonly organisation: KeepOrganisation,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Says to which departments a user belongs.', { 200: 'The memberships.' })
  @Put('members/:id')
  @HttpCode(200)
  @RequireScope('admin')
  async setMemberships(
    @Param(valid(named)) params: z.output<typeof named>,
    @Body(validBody(membersBody)) { memberships }: z.output<typeof membersBody>,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    return membersView(params.id, await this.organisation.setMemberships(tenant, userId(params.id), memberships));
  }

  @Describe('Reads to which departments a user belongs.', { 200: 'The memberships.' })
  @Get('members/:id')
  @RequireScope('admin')
  async memberships(@Param(valid(named)) params: z.output<typeof named>, @CurrentIdentity() { tenant }: Identity) {
    return membersView(params.id, await this.organisation.membershipsOf(tenant, userId(params.id)));
  }

  @Describe('Says of which segment a user is.', { 200: 'The segment.' })
  @Put('users/:id/segment')
  @HttpCode(200)
  @RequireScope('admin')
  async setSegment(
    @Param(valid(named)) params: z.output<typeof named>,
    @Body(validBody(segmentBody)) { segment }: z.output<typeof segmentBody>,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    const user = await this.users.canonical(tenant, userId(params.id));
    const { hasDefaults } = await this.organisation.setSegment(tenant, user, segment);
    return { user_id: user, segment, has_defaults: hasDefaults };
  }

  @Describe('Keeps a contact of a user.', { 200: 'The contact.' })
  @Put('contacts/:id')
  @HttpCode(200)
  @RequireScope('memory')
  async keepContact(
    @Param(valid(named)) params: z.output<typeof named>,
    @Body(validBody(contactBody)) { user_id, ...body }: z.output<typeof contactBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const owner = await actingFor(this.users, identity, user_id);
    const { email, phone, title, company, department, ...rest } = body;
    const contact = {
      ...rest,
      ref: params.id,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
      ...(title === undefined ? {} : { title }),
      ...(company === undefined ? {} : { company }),
      ...(department === undefined ? {} : { department }),
    };
    return contactOut(orThrow(await this.organisation.keepContact(identity.tenant, owner, contact)));
  }

  @Describe('Drops a contact of a user.', { 204: 'It is gone.' })
  @Delete('contacts/:id')
  @HttpCode(204)
  @RequireScope('memory')
  async dropContact(
    @Param(valid(named)) params: z.output<typeof named>,
    @Query(valid(ofUser)) { user_id }: z.output<typeof ofUser>,
    @CurrentIdentity() identity: Identity,
  ) {
    const owner = await actingFor(this.users, identity, user_id);
    const refused = await this.organisation.dropContact(identity.tenant, owner, params.id);
    if (refused) orThrow(refused);
  }

  @Describe('Finds the contacts that a user may see.', { 200: 'The contacts.' })
  @Get('contacts')
  @RequireScope('memory')
  async contacts(
    @Query(valid(search)) { user_id, query, limit }: z.output<typeof search>,
    @CurrentIdentity() identity: Identity,
  ) {
    const reader = await actingFor(this.users, identity, user_id);
    const { shown, truncated } = await this.organisation.contactsFor(identity.tenant, reader, query, limit);
    return { contacts: shown.map(contactOut), truncated };
  }

  @Describe('Reads the departments, users, contacts and documents that a user may see, and how they belong together.', {
    200: 'The nodes and edges.',
  })
  @Get('graph')
  @RequireScope('memory')
  async graph(@Query(valid(ofUser)) { user_id }: z.output<typeof ofUser>, @CurrentIdentity() identity: Identity) {
    const { shown, truncated } = orThrow(
      await this.organisation.graphFor(identity.tenant, await this.graphReader(identity, user_id)),
    );
    return { nodes: shown.nodes.map(nodeOut), edges: shown.edges, truncated };
  }

  /** A key with the scope `admin` that is nobody's asks for the tenant itself; all others for a user, whose role then decides. */
  private async graphReader(identity: Identity, named: string | undefined): Promise<UserId | undefined> {
    const forTenant = named === undefined && identity.userId === undefined && identity.scopes.has('admin');
    return forTenant ? undefined : actingFor(this.users, identity, named);
  }
}

const membersView = (user: string, memberships: readonly Membership[]) => ({
  user_id: user,
  memberships: memberships.map(({ department, role }) => ({ department, role })),
});

/** The owner knows a contact by his own id for it, others by ours. */
function contactOut({ ref, updatedAtMs, derivedNicknames = [], id: stored, ...contact }: ShownContact) {
  return {
    id: ref ?? stored,
    ...contact,
    derived_nicknames: derivedNicknames,
    updated_at: new Date(updatedAtMs).toISOString(),
  };
}

function nodeOut(node: GraphNode) {
  switch (node.type) {
    case 'contact':
      return { id: node.id, type: node.type, contact: contactOut(node.contact) };
    case 'document': {
      const { documentId, docType, ...document } = node.document;
      return { id: node.id, type: node.type, document: { document_id: documentId, doc_type: docType, ...document } };
    }
    case 'department':
    case 'user':
      return node;
  }
}
