import type { Language } from '@plinth/contracts';

/** Who sees what is shared: a department, or the whole organisation. What is a user's own is no shared document. */
export type Sharing =
  | { readonly visibility: 'org'; readonly department?: undefined }
  | { readonly visibility: 'department'; readonly department: string };

/** A version of a document as its readers know it. Instants in ms, UTC; ends are exclusive. */
export interface DocumentHeader {
  readonly documentId: string;
  readonly version: string;
  readonly title: string;
  readonly docType: string;
  readonly language: Language;
  readonly mediaType: string;
  readonly sharing: Sharing;
  readonly validFromMs: number;
  /** Absent: until superseded. */
  readonly validUntilMs?: number;
  /** Of the content as it was sent. */
  readonly contentHash: string;
}

export interface StoredVersion extends DocumentHeader {
  readonly status: 'active' | 'deprecated';
  readonly clauses: number;
  readonly storedAtMs: number;
}
