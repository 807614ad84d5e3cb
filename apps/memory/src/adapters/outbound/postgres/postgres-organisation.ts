import { deriveId, type TenantId, type UserId } from '@plinth/kernel';
import { UniqueViolation, type Scope, type SqlDatabase } from '@plinth/postgres';
import type { ContactRecord, Visibility } from '../../../domain/items/contact-view';
import type { Membership } from '../../../domain/items/membership';
import type { OrganisationRecords, SharedDocument } from '../../../domain/items/organisation-graph';
import { Organisation, type KeptContact, type OwnContact } from '../../../ports/organisation';

/** `known` holds what is not null. */
interface ContactRow {
  readonly id: string;
  readonly ref: string;
  readonly owner: string;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly visibility: Visibility;
  readonly updatedAtMs: number;
  readonly known: Pick<ContactRecord, 'email' | 'phone' | 'title' | 'company' | 'department' | 'derivedNicknames'> &
    Partial<Pick<ContactRecord, 'attributes'>>;
}
interface DocumentRow extends Omit<SharedDocument, 'department'> {
  readonly department: string | null;
}

/** No filter but the tenant: whose rows these are is for row-level security to say. $1 tenant, $2 reader, $3 limit */
const CONTACTS = `
  SELECT id, source_id AS ref, user_id AS owner, name, nicknames, visibility, updated_at_ms AS "updatedAtMs", jsonb_strip_nulls(jsonb_build_object(
    'email', email, 'phone', phone, 'title', title, 'company', company, 'department', department, 'attributes', attributes,
    'derivedNicknames', CASE WHEN derived_nicknames <> '{}' THEN to_jsonb(derived_nicknames) END)) AS known
  FROM contacts WHERE tenant = $1 AND status = 'active' AND name IS NOT NULL
  ORDER BY (user_id = $2) DESC NULLS LAST, updated_at_ms DESC, id LIMIT $3`;

const MEMBERS = `SELECT user_id AS "userId", department, role FROM members WHERE tenant = $1 ORDER BY department, user_id LIMIT $2`;

const DOCUMENTS = `
  SELECT document_id AS "documentId", version, title, doc_type AS "docType", department FROM documents
  WHERE tenant = $1 AND status = 'active' ORDER BY document_id LIMIT $2`;

/** $1 tenant, $2 id, $3 owner, $4 name … $9 company, $10 attributes, $11 visibility, $12 department, $13 ref, $14 confidence, $15 now, $16 derived nicknames */
const KEEP = `
  INSERT INTO contacts (tenant, id, user_id, name, nicknames, email, phone, title, company, attributes, visibility, department, source_id,
    source_type, confidence, created_at_ms, updated_at_ms, derived_nicknames)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, 'user', $14, $15, $15, $16)
  ON CONFLICT (tenant, id) DO UPDATE SET name = EXCLUDED.name, nicknames = EXCLUDED.nicknames, derived_nicknames = EXCLUDED.derived_nicknames, email = EXCLUDED.email, phone = EXCLUDED.phone,
    title = EXCLUDED.title, company = EXCLUDED.company, attributes = EXCLUDED.attributes, visibility = EXCLUDED.visibility,
    department = EXCLUDED.department, confidence = EXCLUDED.confidence, updated_at_ms = EXCLUDED.updated_at_ms, version = contacts.version + 1`;

export class PostgresOrganisation extends Organisation {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  membershipsOf(tenant: TenantId, userId: UserId): Promise<readonly Membership[]> {
    return this.database.query<Membership>(
      `SELECT user_id AS "userId", department, role FROM members WHERE tenant = $1 AND user_id = $2 ORDER BY department`,
      [tenant, userId],
      { tenant, user: userId },
    );
  }

  async setMemberships(
    tenant: TenantId,
    userId: UserId,
    memberships: readonly Omit<Membership, 'userId'>[],
    nowMs: number,
  ): Promise<void> {
    await this.database.query(
      `WITH given AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS r(department text, role text)),
       left_ AS (DELETE FROM members WHERE tenant = $1 AND user_id = $2 AND department NOT IN (SELECT department FROM given))
       INSERT INTO members (tenant, user_id, department, role, joined_at_ms) SELECT $1, $2, department, role, $4 FROM given
       ON CONFLICT (tenant, user_id, department) DO UPDATE SET role = EXCLUDED.role`,
      [tenant, userId, JSON.stringify(memberships), nowMs],
      { tenant, curator: true },
    );
  }

  async setSegment(tenant: TenantId, userId: UserId, segment: string | null, nowMs: number): Promise<void> {
    await this.database.query(
      `INSERT INTO users (tenant, user_id, first_seen_ms, segment) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant, user_id) DO UPDATE SET segment = EXCLUDED.segment`,
      [tenant, userId, nowMs, segment],
      { tenant, user: userId },
    );
  }

  async contactsFor(tenant: TenantId, reader: UserId | undefined, limit: number): Promise<readonly OwnContact[]> {
    const rows = await this.database.query<ContactRow>(
      CONTACTS,
      [tenant, reader ?? null, limit],
      scopeOf(tenant, reader),
    );
    return rows.map(contactOf);
  }

  recordsFor(tenant: TenantId, reader: UserId | undefined, limit: number): Promise<OrganisationRecords> {
    return this.database.transaction(
      async (tx) => {
        const members = await tx.query<Membership>(MEMBERS, [tenant, limit]);
        const contacts = await tx.query<ContactRow>(CONTACTS, [tenant, reader ?? null, limit]);
        const documents = await tx.query<DocumentRow>(DOCUMENTS, [tenant, limit]);
        return { members, contacts: contacts.map(contactOf), documents: documents.map(documentOf) };
      },
      scopeOf(tenant, reader),
    );
  }

  async keepContact(
    tenant: TenantId,
    owner: UserId,
    {
      ref,
      name,
      nicknames,
      email,
      phone,
      title,
      company,
      attributes,
      visibility,
      department,
      derivedNicknames = [],
    }: KeptContact,
    confidence: number,
    nowMs: number,
  ): Promise<'kept' | 'name_taken'> {
    // Of the owner too: the same ref of another user is another contact.
    const id = contactId(tenant, owner, ref);
    const details = [email ?? null, phone ?? null, title ?? null, company ?? null, JSON.stringify(attributes)];
    const place = [visibility, department ?? null, ref, confidence, nowMs, derivedNicknames];
    try {
      await this.database.query(KEEP, [tenant, id, owner, name, nicknames, ...details, ...place], {
        tenant,
        user: owner,
      });
      return 'kept';
    } catch (error) {
      if (error instanceof UniqueViolation && error.constraint === 'contacts_once') return 'name_taken';
      throw error;
    }
  }

  async dropContact(tenant: TenantId, owner: UserId, ref: string): Promise<boolean> {
    const gone = await this.database.query(
      'DELETE FROM contacts WHERE tenant = $1 AND id = $2 AND user_id = $3 RETURNING 1',
      [tenant, contactId(tenant, owner, ref), owner],
      { tenant, user: owner },
    );
    return gone.length > 0;
  }
}

const contactId = (tenant: TenantId, owner: UserId, ref: string): string => deriveId('contact', tenant, owner, ref);

const scopeOf = (tenant: TenantId, reader: UserId | undefined): Scope =>
  reader === undefined ? { tenant, curator: true } : { tenant, user: reader };

function contactOf({ known, ...row }: ContactRow): OwnContact {
  return { ...row, attributes: {}, ...known };
}

function documentOf({ department, ...document }: DocumentRow): SharedDocument {
  return department === null ? document : { ...document, department };
}
