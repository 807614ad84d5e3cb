import { hash } from 'node:crypto';
import { isRefusal, refuse, type Clock, type Refusal, type TenantId, type UserId } from '@plinth/kernel';
import { clausesOf, scriptOf, type Clause } from '../../domain/documents/clauses-of';
import { decideImport, type ImportDecision } from '../../domain/documents/decide-import';
import type { DocumentsPolicy } from '../../domain/documents/documents-policy';
import type { DocumentHeader, StoredVersion } from '../../domain/documents/stored-document';
import type { DocumentReader, DocumentSource } from '../../ports/document-reader';
import type { DocumentShelf, ReadClause, RemovedDocument } from '../../ports/document-shelf';
import type { PolicyBook } from '../../ports/policy-book';
import { shelvedClauses } from './shelved-clauses';

/** A document as it is sent; what is absent is found out, or as it was. */
export interface SentDocument extends Pick<DocumentHeader, 'documentId' | 'version' | 'title' | 'docType' | 'sharing'> {
  readonly language?: DocumentHeader['language'];
  readonly validFromMs?: number;
  readonly validUntilMs?: number;
  readonly source: DocumentSource;
}

export interface Imported {
  readonly header: DocumentHeader;
  readonly decision: Exclude<ImportDecision, 'taken'>;
  readonly clauses: readonly string[];
  /** Running heads and page numbers, which are no text of the document. */
  readonly leftOut: readonly string[];
}

export interface ReadDocument {
  readonly document: StoredVersion;
  readonly versions: readonly StoredVersion[];
  readonly clauses: readonly ReadClause[];
}

/** Makes documents searchable by clause, each version in place of the one before it (M30). */
export class ImportDocument {
  constructor(
    private readonly reader: DocumentReader,
    private readonly shelf: DocumentShelf,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
    /** Lets whatever else waits go on. */
    private readonly rest: () => Promise<void>,
  ) {}

  async put(tenant: TenantId, { source, ...sent }: SentDocument): Promise<Imported | Refusal> {
    const policy = this.policies.of(tenant).documents;
    const document = await this.reader.read(source, policy);
    if (isRefusal(document)) return document;
    const atMs = this.clock.now();
    if (sent.validUntilMs !== undefined && sent.validUntilMs <= (sent.validFromMs ?? Number.NEGATIVE_INFINITY))
      return endsFirst();
    const clauses = clausesOf(document, policy);
    const about = {
      ...sent,
      language: sent.language ?? scriptOf(document.text),
      mediaType: source.mediaType,
      contentHash: hash('sha256', source.content, 'hex'),
    };
    const headerAmong = (stored: readonly StoredVersion[]): DocumentHeader => {
      const before = stored.find(({ version }) => version === sent.version);
      return { ...about, validFromMs: sent.validFromMs ?? before?.validFromMs ?? atMs };
    };
    const standing = await this.shelf.versionsOf(tenant, sent.documentId);
    const outlook = decideImport(standing, headerAmong(standing));
    const { decision, header } =
      outlook === 'unchanged' || outlook === 'taken'
        ? { decision: outlook, header: headerAmong(standing) }
        : await this.shelve(tenant, clauses, policy, headerAmong, atMs);
    if (decision === 'taken') return versionTaken();
    return { header, decision, clauses: clauses.map(({ number }) => number), leftOut: document.leftOut };
  }

  /** The terms are counted before the transaction; what it then finds decides. */
  private async shelve(
    tenant: TenantId,
    clauses: readonly Clause[],
    { confidence, importance }: DocumentsPolicy,
    headerAmong: (stored: readonly StoredVersion[]) => DocumentHeader,
    atMs: number,
  ) {
    const { documentId, version } = headerAmong([]);
    const shelved = await shelvedClauses(tenant, { documentId, version }, clauses, this.rest);
    return this.shelf.put(tenant, documentId, (stored) => {
      const header = headerAmong(stored);
      const decision = decideImport(stored, header);
      if (decision === 'unchanged' || decision === 'taken') return { decision, header };
      return { decision, header, shelving: { header, clauses: shelved, confidence, importance, atMs } };
    });
  }

  /** The version asked for, or the current one. A document of which the reader may see nothing does not exist for him. */
  async read(tenant: TenantId, documentId: string, version?: string, reader?: UserId): Promise<ReadDocument | Refusal> {
    const versions = await this.shelf.versionsOf(tenant, documentId, reader);
    const document = versions.find((stored) => version === undefined || stored.version === version);
    if (document === undefined) return unknownDocument();
    return { document, versions, clauses: await this.shelf.clausesOf(tenant, documentId, document.version, reader) };
  }

  async remove(tenant: TenantId, documentId: string): Promise<RemovedDocument | Refusal> {
    const removed = await this.shelf.remove(tenant, documentId);
    return removed.versions === 0 ? unknownDocument() : removed;
  }
}

const unknownDocument = (): Refusal => refuse('not_found', 'document_not_found', 'There is no such document.');

const endsFirst = (): Refusal =>
  refuse('invalid', 'invalid_request', '`valid_until` must come after `valid_from`.', {
    field: 'valid_until',
    rule: 'min',
  });

const versionTaken = (): Refusal =>
  refuse(
    'conflict',
    'document_version_taken',
    'This version is stored with other content: give the new content a new version.',
    {
      field: 'version',
      rule: 'immutable',
    },
  );
