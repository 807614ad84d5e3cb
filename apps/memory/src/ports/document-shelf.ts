import type { Language } from '@plinth/contracts';
import type { TenantId, UserId } from '@plinth/kernel';
import type { SparseVector } from '@plinth/terms';
import type { DocumentHeader, StoredVersion } from '../domain/documents/stored-document';
import type { ModelVector } from '@plinth/terms';

/** A clause as it is found by recall: an item that the organisation shares. */
export interface ShelvedClause {
  readonly id: string;
  /** As it is cited; once in its version. */
  readonly number: string;
  readonly content: string;
  readonly contentHash: string;
  readonly language: Language;
  readonly above: readonly string[];
  readonly page?: number;
  readonly citation: string;
  readonly terms: SparseVector;
  /** Absent for a clause without a word. */
  readonly vector?: ModelVector;
}

export interface Shelving {
  readonly header: DocumentHeader;
  readonly clauses: readonly ShelvedClause[];
  readonly confidence: number;
  readonly importance: number;
  readonly atMs: number;
}

/** What an import comes to once the stored versions are known. */
export type ShelfDecision =
  | { readonly decision: 'unchanged' | 'taken' }
  | { readonly decision: 'store' | 'restore'; readonly shelving: Shelving };

export type ReadClause = Pick<ShelvedClause, 'number' | 'content' | 'language' | 'above' | 'page' | 'citation'>;

export interface RemovedDocument {
  readonly versions: number;
  readonly clauses: number;
  readonly terms: number;
  readonly vectors: number;
}

/** The documents that an organisation shares, by clause (M30). A reader sees what the database lets him see (M21). */
export abstract class DocumentShelf {
  /**
   * Decides and writes in one transaction: on `store` and `restore` the clauses of the version are written with their terms and those of
   * every other version are deprecated, so that nobody ever finds two versions of a clause, or none. Two imports at once come one
   * after the other. Throws TransientError when the outcome is unknown; the same import may be repeated.
   */
  abstract put<D extends ShelfDecision>(
    tenant: TenantId,
    documentId: string,
    decide: (stored: readonly StoredVersion[]) => D,
  ): Promise<D>;
  /** Newest first. Without a reader: all of them, for who keeps the documents. */
  abstract versionsOf(tenant: TenantId, documentId: string, reader?: UserId): Promise<readonly StoredVersion[]>;
  /** In the order of the document. */
  abstract clausesOf(
    tenant: TenantId,
    documentId: string,
    version: string,
    reader?: UserId,
  ): Promise<readonly ReadClause[]>;
  /** Deletes every version with its clauses, terms and vectors. */
  abstract remove(tenant: TenantId, documentId: string): Promise<RemovedDocument>;
}
