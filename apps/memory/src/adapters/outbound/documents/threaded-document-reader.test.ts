import { isRefusal } from '@plinth/kernel';
import { pdfOf } from '@plinth/testing';
import { documentsPolicySchema } from '../../../domain/documents/documents-policy';
import { clausesOf } from '../../../domain/documents/clauses-of';
import type { DocumentSource } from '../../../ports/document-reader';
import { ThreadedDocumentReader } from './threaded-document-reader';

const reader = new ThreadedDocumentReader();
const policy = documentsPolicySchema.parse({});
const bytes = (text: string) => new TextEncoder().encode(text);

async function read(source: DocumentSource, changed: Partial<typeof policy> = {}) {
  const document = await reader.read(source, { ...policy, ...changed });
  if (isRefusal(document)) throw new Error(document.error.code);
  return document;
}
async function codeOf(source: DocumentSource, changed: Partial<typeof policy> = {}) {
  const document = await reader.read(source, { ...policy, ...changed });
  return isRefusal(document) ? document.error.code : 'read';
}
const pdf = (content: Uint8Array): DocumentSource => ({ mediaType: 'application/pdf', content });

describe('ThreadedDocumentReader', () => {
  it('M30: reads a PDF page by page, without its running heads and page numbers', async () => {
    const document = await read(
      pdf(
        pdfOf([
          ['ACME Refund Policy', '1. Scope', '1.1 All online orders.', 'Page 1 of 2'],
          ['ACME Refund Policy', '1.2 No refund on gift cards,', 'ever.', 'Page 2 of 2'],
        ]),
      ),
    );
    expect(document.leftOut).toHaveLength(4);
    expect(clausesOf(document, policy).map(({ number, page, text }) => [number, page, text])).toEqual([
      ['1.1', 1, '1. Scope\n1.1 All online orders.\n'],
      ['1.2', 2, '1.2 No refund on gift cards,\never.'],
    ]);
  });

  it('M30: reads the headings of Markdown, and takes no number in its code for a clause', async () => {
    const content = '# Manual\n\nSetext\n---\n\n```sh\n# 1. not a heading\n1.1 not a clause\n```\n\n> ## 2. Quoted\n';
    const { text, headings, opaque } = await read({ mediaType: 'text/markdown', content });
    expect(text).toBe(content);
    expect(headings.map(({ depth, start }) => [depth, content.slice(start, start + 6)])).toEqual([
      [1, '# Manu'],
      [2, 'Setext'],
      [2, '> ## 2'],
    ]);
    expect(opaque.map(({ start, end }) => content.slice(start, end).slice(0, 5))).toEqual(['```sh']);
    const clauses = clausesOf(await read({ mediaType: 'text/markdown', content }), policy);
    expect(clauses.map(({ number }) => number)).toEqual(['¶1', '2']);
  });

  it('M30: refuses by name what is encrypted, broken, empty, too large or not to be stored', async () => {
    expect(await codeOf(pdf(pdfOf([['secret']], { encrypted: true })))).toBe('document_encrypted');
    expect(await codeOf(pdf(bytes('%PDF-1.7 and then nothing')))).toBe('document_broken');
    expect(await codeOf(pdf(bytes('a word file')))).toBe('document_broken');
    expect(await codeOf({ mediaType: 'application/pdf', content: 'text' })).toBe('document_broken');
    expect(await codeOf(pdf(pdfOf([[], []])))).toBe('document_empty');
    expect(await codeOf({ mediaType: 'text/plain', content: ' \n ' })).toBe('document_empty');
    expect(await codeOf(pdf(pdfOf([['a'], ['b']])), { maxPdfPages: 1 })).toBe('document_too_large');
    expect(await codeOf({ mediaType: 'text/plain', content: 'x'.repeat(11) }, { maxDocumentChars: 10 })).toBe(
      'document_too_large',
    );
    expect(await codeOf({ mediaType: 'text/plain', content: bytes('a\u0000b') })).toBe('invalid_text');
    expect(await codeOf({ mediaType: 'text/markdown', content: new Uint8Array([0xc3, 0x28]) })).toBe('invalid_text');
    expect(await codeOf(pdf(pdfOf([['slow']])), { parseTimeoutMs: 1 })).toBe('document_too_complex');
  });

  it('takes UTF-8 bytes as the text that they are', async () => {
    expect(await read({ mediaType: 'text/plain', content: bytes('第一条 退货') })).toMatchObject({
      text: '第一条 退货',
    });
  });
});
