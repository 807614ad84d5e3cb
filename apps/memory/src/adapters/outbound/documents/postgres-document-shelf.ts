import type { Language } from '@plinth/contracts';
import type { TenantId, UserId } from '@plinth/kernel';
import type { Scope, SqlDatabase, SqlExecutor } from '@plinth/postgres';
import { sparseLiteral } from '@plinth/terms';
import { admittedKind } from '../../../domain/candidates/source-trust';
import type { Sharing, StoredVersion } from '../../../domain/documents/stored-document';
import {
  DocumentShelf,
  type ReadClause,
  type RemovedDocument,
  type ShelfDecision,
  type ShelvedClause,
  type Shelving,
} from '../../../ports/document-shelf';
import { againWhenOvertaken } from '../postgres/once';
import { vectorLiteral } from '../postgres/search-sql';
import { QUEUE_CLAUSES } from '../postgres/vector-sql';
import { CLAUSES, LOCK_VERSIONS, REMOVE, SHELVE_CLAUSES, SHELVE_VERSION, SUPERSEDE, VERSIONS } from './document-sql';

type VersionRow = Omit<StoredVersion, 'sharing' | 'validUntilMs'> & {
  readonly visibility: Sharing['visibility'];
  readonly department: string | null;
  readonly validUntilMs: number | null;
};

interface ClauseRow {
  readonly number: string;
  readonly content: string;
  readonly language: Language;
  readonly attributes: { readonly above: readonly string[]; readonly citation: string; readonly page?: number };
}

export class PostgresDocumentShelf extends DocumentShelf {
  constructor(
    private readonly database: SqlDatabase,
    /** The model that clauses wait for, instead of the vectors that come with them. */
    private readonly embeddedBy?: string,
  ) {
    super();
  }

  put<D extends ShelfDecision>(
    tenant: TenantId,
    documentId: string,
    decide: (stored: readonly StoredVersion[]) => D,
  ): Promise<D> {
    // The first versions of a document have no row to wait at: the index `documents_current` lets one of them pass.
    return againWhenOvertaken(() =>
      this.database.transaction(async (tx) => {
        await tx.query(LOCK_VERSIONS, [tenant, documentId]);
        const decided = decide(await readVersions(tx, tenant, documentId));
        if ('shelving' in decided) {
          await shelve(tx, tenant, decided.shelving, this.embeddedBy);
        }
        return decided;
      }, curator(tenant)),
    );
  }

  versionsOf(tenant: TenantId, documentId: string, reader?: UserId): Promise<readonly StoredVersion[]> {
    return this.database.transaction((tx) => readVersions(tx, tenant, documentId), scopeOf(tenant, reader));
  }

  async clausesOf(
    tenant: TenantId,
    documentId: string,
    version: string,
    reader?: UserId,
  ): Promise<readonly ReadClause[]> {
    const rows = await this.database.query<ClauseRow>(CLAUSES, [tenant, documentId, version], scopeOf(tenant, reader));
    return rows.map(({ attributes, ...clause }) => ({ ...clause, ...attributes }));
  }

  async remove(tenant: TenantId, documentId: string): Promise<RemovedDocument> {
    const [removed] = await this.database.query<RemovedDocument>(REMOVE, [tenant, documentId], curator(tenant));
    if (!removed) throw new Error('a statement that counts answered no row');
    return removed;
  }
}

const curator = (tenant: TenantId): Scope => ({ tenant, curator: true });
const scopeOf = (tenant: TenantId, reader: UserId | undefined): Scope =>
  reader === undefined ? curator(tenant) : { tenant, user: reader };

async function readVersions(tx: SqlExecutor, tenant: TenantId, documentId: string): Promise<readonly StoredVersion[]> {
  const rows = await tx.query<VersionRow>(VERSIONS, [tenant, documentId]);
  return rows.map(({ visibility, department, validUntilMs, ...version }) => ({
    ...version,
    sharing:
      visibility === 'department' && department !== null ? { visibility, department } : { visibility: 'org' as const },
    ...(validUntilMs === null ? {} : { validUntilMs }),
  }));
}

/** Written at once; a vector makes a row of some 4 kB. */
const CLAUSES_AT_ONCE = 500;

async function shelve(tx: SqlExecutor, tenant: TenantId, shelving: Shelving, embeddedBy?: string): Promise<void> {
  const { header, clauses, confidence, importance, atMs } = shelving;
  const { documentId, version, title, docType, language, mediaType, contentHash, sharing } = header;
  await tx.query(SUPERSEDE, [tenant, documentId, version, atMs]);
  const validity = [header.validFromMs, header.validUntilMs ?? null];
  const place = [
    tenant,
    documentId,
    version,
    sharing.visibility,
    sharing.department ?? null,
    docType,
    ...validity,
    atMs,
  ];
  await tx.query(SHELVE_VERSION, [...place, title, language, mediaType, contentHash, clauses.length]);
  // What a document says can be found and quoted; it is no fact, preference or constraint (M25).
  const kind = admittedKind('document', 'fact');
  const rows = clauses.map((clause, position) => clauseRow(clause, position, embeddedBy === undefined));
  for (let from = 0; from < rows.length; from += CLAUSES_AT_ONCE) {
    const some = rows.slice(from, from + CLAUSES_AT_ONCE);
    await tx.query(SHELVE_CLAUSES, [...place, confidence, importance, kind, JSON.stringify(some)]);
    const ids = some.map(({ id }) => id);
    if (embeddedBy !== undefined) await tx.query(QUEUE_CLAUSES, [tenant, ids, embeddedBy, atMs]);
  }
}

function clauseRow(clause: ShelvedClause, position: number, embedded: boolean) {
  const { id, number, content, contentHash, language, above, page, citation, terms, vector } = clause;
  const attributes = { above, citation, ...(page === undefined ? {} : { page }) };
  return {
    ...{ id, position, number, content, contentHash, language, attributes },
    terms: terms.length === 0 ? null : sparseLiteral(terms),
    ...(vector && embedded ? { model: vector.model, vector: vectorLiteral(vector) } : {}),
  };
}
