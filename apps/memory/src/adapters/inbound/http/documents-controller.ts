import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { z } from 'zod';
import type { Sharing, StoredVersion } from '../../../domain/documents/stored-document';
import { ImportDocument, type SentDocument } from '../../../features/import-document/import-document';
import { MEDIA_TYPES, type DocumentSource } from '../../../ports/document-reader';
import { docType, label, language, since, until } from './body-parts';

const documentBody = z
  .strictObject({
    title: z.string().min(1).max(500),
    doc_type: docType,
    language: language.optional(),
    version: label,
    valid_from: since.optional(),
    valid_until: until.optional(),
    visibility: z.enum(['department', 'org']),
    department: label.optional(),
    media_type: z.enum(MEDIA_TYPES),
    content: z.string().optional(),
    content_base64: z.base64().optional(),
  })
  .refine(({ content, content_base64 }) => (content === undefined) !== (content_base64 === undefined), {
    error: 'must be sent once: as `content` or as `content_base64`',
    path: ['content'],
    params: { rule: 'one_of' },
  })
  .refine(({ visibility, department }) => (visibility === 'department') === (department !== undefined), {
    error: 'must be named for the visibility `department`, and for no other',
    path: ['department'],
    params: { rule: 'visibility' },
  })
  .refine(({ valid_from, valid_until }) => (valid_until ?? Infinity) > (valid_from ?? 0), {
    error: 'must lie after `valid_from`',
    path: ['valid_until'],
    params: { rule: 'after_start' },
  });
type DocumentBody = z.output<typeof documentBody>;

export const namedDocument = z.strictObject({ id: label });
const ofVersion = z.strictObject({ version: label.optional() });

/** For who keeps an organisation's documents. Its members find the clauses that they may see by recall. */
@Controller('v1/memory/documents')
@RequireScope('documents')
export class DocumentsController {
  constructor(private readonly importDocument: ImportDocument) {}

  @Describe('Stores a version of a document.', { 200: 'What was stored, and what was left out.' })
  @Put(':id')
  @HttpCode(200)
  async put(
    @Param(valid(namedDocument)) { id }: z.output<typeof namedDocument>,
    @Body(validBody(documentBody)) body: DocumentBody,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    const imported = orThrow(await this.importDocument.put(tenant, sentDocument(id, body)));
    const { header, decision, clauses, leftOut } = imported;
    return {
      document_id: id,
      version: header.version,
      outcome: decision === 'unchanged' ? 'unchanged' : 'stored',
      language: header.language,
      clauses,
      left_out: leftOut,
    };
  }

  @Describe('Reads a document and its clauses.', { 200: 'The document.' })
  @Get(':id')
  async get(
    @Param(valid(namedDocument)) { id }: z.output<typeof namedDocument>,
    @Query(valid(ofVersion)) { version }: z.output<typeof ofVersion>,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    const { document, versions, clauses } = orThrow(await this.importDocument.read(tenant, id, version));
    return {
      ...versionView(document),
      document_id: id,
      versions: versions.map(versionView),
      clauses: clauses.map(({ number, ...clause }) => ({ clause: number, ...clause })),
    };
  }

  @Describe('Removes a document with all of its versions.', { 200: 'Whether there was one.' })
  @Delete(':id')
  async remove(
    @Param(valid(namedDocument)) { id }: z.output<typeof namedDocument>,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    const removed = orThrow(await this.importDocument.remove(tenant, id));
    return { document_id: id, deleted: removed };
  }
}

function sentDocument(documentId: string, body: DocumentBody): SentDocument {
  const { title, doc_type, version, valid_from, valid_until } = body;
  return {
    documentId,
    title,
    docType: doc_type,
    version,
    sharing: sharingOf(body),
    source: sourceOf(body),
    ...(body.language === undefined ? {} : { language: body.language }),
    ...(valid_from === undefined ? {} : { validFromMs: valid_from }),
    ...(valid_until === undefined ? {} : { validUntilMs: valid_until }),
  };
}

const sharingOf = ({ department }: DocumentBody): Sharing =>
  department === undefined ? { visibility: 'org' } : { visibility: 'department', department };

const sourceOf = ({ media_type, content, content_base64 }: DocumentBody): DocumentSource => ({
  mediaType: media_type,
  content: content ?? new Uint8Array(Buffer.from(content_base64 ?? '', 'base64')),
});

function versionView(version: StoredVersion) {
  const { sharing, validFromMs, validUntilMs, storedAtMs } = version;
  return {
    version: version.version,
    title: version.title,
    doc_type: version.docType,
    language: version.language,
    media_type: version.mediaType,
    status: version.status,
    clause_count: version.clauses,
    visibility: sharing.visibility,
    ...(sharing.department === undefined ? {} : { department: sharing.department }),
    valid_from: new Date(validFromMs).toISOString(),
    ...(validUntilMs === undefined ? {} : { valid_until: new Date(validUntilMs).toISOString() }),
    stored_at: new Date(storedAtMs).toISOString(),
  };
}
