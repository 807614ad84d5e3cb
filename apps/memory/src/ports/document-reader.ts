import type { Refusal } from '@plinth/kernel';
import type { DocumentText } from '../domain/documents/document-text';
import type { DocumentsPolicy } from '../domain/documents/documents-policy';

export const MEDIA_TYPES = ['text/plain', 'text/markdown', 'application/pdf'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A PDF comes as bytes; texts may come as either, bytes being UTF-8. */
export interface DocumentSource {
  readonly mediaType: MediaType;
  readonly content: string | Uint8Array;
}

/**
 * Reads the text of a document of any format, unaltered. What cannot be read is refused by name: `document_encrypted`,
 * `document_broken`, `document_empty` (no text, as in a scan), `document_too_large`, `document_too_complex` (reading took too long
 * or too much memory), `invalid_text` (characters that cannot be stored). Nothing that a document holds is run or fetched.
 */
export abstract class DocumentReader {
  abstract read(source: DocumentSource, policy: DocumentsPolicy): Promise<DocumentText | Refusal>;
}
