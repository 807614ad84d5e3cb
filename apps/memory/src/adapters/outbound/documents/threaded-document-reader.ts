import { refuse, textFault, type Refusal } from '@plinth/kernel';
import { plainText, type DocumentText, type Span } from '../../../domain/documents/document-text';
import type { DocumentsPolicy } from '../../../domain/documents/documents-policy';
import { withoutFurniture } from '../../../domain/documents/page-furniture';
import { DocumentReader, type DocumentSource } from '../../../ports/document-reader';
import type { ParserFault } from './parser-thread';
import { ParserTurns } from './parser-turns';

const FAULTS = {
  encrypted: refuse('invalid', 'document_encrypted', 'The PDF is encrypted: send it without a password.', {
    field: 'content_base64',
    rule: 'encrypted',
  }),
  broken: refuse('invalid', 'document_broken', 'The document cannot be read in the format that `media_type` names.', {
    field: 'content_base64',
    rule: 'format',
  }),
  too_many_pages: refuse('too_large', 'document_too_large', 'The document has more pages than are taken.', {
    field: 'content_base64',
    rule: 'max_pages',
  }),
  too_complex: refuse('too_large', 'document_too_complex', 'Reading the document took too long or too much memory.', {
    field: 'content_base64',
    rule: 'complexity',
  }),
  busy: refuse('overloaded', 'parsers_busy', 'Too many documents are being read: send it again in a while.', {
    rule: 'parsers',
  }),
} as const satisfies Record<ParserFault, Refusal>;

/** Plain text, Markdown by micromark, PDF by PDF.js; the latter two in threads of their own, a few at once. */
export class ThreadedDocumentReader extends DocumentReader {
  constructor(private readonly parsers = new ParserTurns()) {
    super();
  }

  async read(source: DocumentSource, policy: DocumentsPolicy): Promise<DocumentText | Refusal> {
    const read = await this.textOf(source, policy);
    return 'refused' in read ? read : (faultOf(read.text, policy) ?? read);
  }

  private async textOf(
    { mediaType, content }: DocumentSource,
    policy: DocumentsPolicy,
  ): Promise<DocumentText | Refusal> {
    if (mediaType === 'application/pdf')
      return typeof content === 'string' ? FAULTS.broken : readPdf(this.parsers, content, policy);
    const text = typeof content === 'string' ? content : decode(content);
    if (typeof text !== 'string') return text;
    const fault = faultOf(text, policy);
    return fault ?? (mediaType === 'text/markdown' ? readMarkdown(this.parsers, text, policy) : plainText(text));
  }
}

async function readPdf(
  parsers: ParserTurns,
  content: Uint8Array,
  policy: DocumentsPolicy,
): Promise<DocumentText | Refusal> {
  const task = { parser: 'pdf', content, maxPages: policy.maxPdfPages } as const;
  const { pages: read, fault } = await parsers.parse(task, policy.parseTimeoutMs);
  if (fault !== undefined) return FAULTS[fault];
  const { pages, leftOut } = withoutFurniture(read ?? []);
  const starts: number[] = [];
  let offset = 0;
  for (const page of pages) {
    starts.push(offset);
    offset += page.length + 1;
  }
  return { ...plainText(pages.join('\n')), pages: starts, leftOut };
}

async function readMarkdown(
  parsers: ParserTurns,
  text: string,
  policy: DocumentsPolicy,
): Promise<DocumentText | Refusal> {
  const answer = await parsers.parse({ parser: 'markdown', content: text }, policy.parseTimeoutMs);
  if (answer.fault !== undefined) return FAULTS[answer.fault];
  const inOrder = <T extends Span>(spans: readonly T[] = []) => [...spans].sort((a, b) => a.start - b.start);
  // A heading in a quotation or a list starts after the marks of these.
  const headings = inOrder(answer.headings).map(({ start, end, depth }) => {
    const lineEnd = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', start - 1) + 1, end: lineEnd === -1 ? text.length : lineEnd + 1, depth };
  });
  return { ...plainText(text), headings, opaque: inOrder(answer.opaque) };
}

function decode(content: Uint8Array): string | Refusal {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    const detail = { field: 'content_base64', rule: 'invalid_utf8' };
    return refuse('invalid', 'invalid_text', 'The document is not valid UTF-8.', detail);
  }
}

function faultOf(text: string, { maxDocumentChars }: DocumentsPolicy): Refusal | undefined {
  if (text.length > maxDocumentChars) {
    const message = `The text of a document may have ${maxDocumentChars} characters at most.`;
    return refuse('too_large', 'document_too_large', message, { field: 'content', rule: 'max_length' });
  }
  const rule = textFault(text);
  if (rule !== undefined)
    return refuse('invalid', 'invalid_text', 'The document holds characters that cannot be stored.', {
      field: 'content',
      rule,
    });
  if (text.trim() !== '') return undefined;
  const message = 'The document holds no text. A scan needs character recognition first.';
  return refuse('invalid', 'document_empty', message, { field: 'content', rule: 'required' });
}
