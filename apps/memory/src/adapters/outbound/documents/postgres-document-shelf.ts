import type { Language } from '@plinth/contracts';
import type { TenantId, UserId } from '@plinth/kernel';
import type { Scope, SqlDatabase, SqlExecutor } from '@plinth/postgres';
import { admittedKind } from '../../../domain/candidates/source-trust';
import type { Sharing, StoredVersion } from '../../../domain/documents/stored-document';
import { TERM_DIMENSIONS } from '../../../domain/terms/bm25';
import {
  DocumentShelf,
  type ReadClause,
  type RemovedDocument,
  type ShelfDecision,
  type ShelvedClause,
  type Shelving,
} from '../../../ports/document-shelf';
import { againWhenOvertaken } from '../postgres/once';
import { CLAUSES, LOCK_VERSIONS, REMOVE, SHELVE, SUPERSEDE, VERSIONS } from './document-sql';

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
  constructor(private readonly database: SqlDatabase) {
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
          const { header, atMs } = decided.shelving;
          await tx.query(SUPERSEDE, [tenant, documentId, header.version, atMs]);
          await tx.query(SHELVE, shelveValues(tenant, decided.shelving));
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

function shelveValues(tenant: TenantId, { header, clauses, confidence, importance, atMs }: Shelving) {
  const { sharing } = header;
  return [
    tenant,
    header.documentId,
    header.version,
    header.title,
    header.docType,
    header.language,
    header.mediaType,
    sharing.visibility,
    sharing.department ?? null,
    header.validFromMs,
    header.validUntilMs ?? null,
    header.contentHash,
    atMs,
    confidence,
    importance,
    JSON.stringify(clauses.map(clauseRow)),
    clauses.length,
    // What a document says can be found and quoted; it is no fact, preference or constraint (M25).
    admittedKind('document', 'fact'),
  ];
}

function clauseRow(clause: ShelvedClause, position: number) {
  const { id, number, content, contentHash, language, above, page, citation, terms } = clause;
  const attributes = { above, citation, ...(page === undefined ? {} : { page }) };
  const pairs = terms.map(([dimension, weight]) => `${dimension}:${weight}`).join(',');
  const vector = terms.length === 0 ? null : `{${pairs}}/${TERM_DIMENSIONS}`;
  return { id, position, number, content, contentHash, language, attributes, terms: vector };
}
