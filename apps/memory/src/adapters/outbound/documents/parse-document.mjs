/**
 * Runs in a thread of its own, so that a document on which its parser hangs or runs out of memory can be stopped.
 * Takes `workerData` and posts one answer: see parser-thread.ts for both.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** @type {Readonly<Record<string, string>>} What PDF.js throws, by name. */
const FAULTS = { PasswordException: 'encrypted', InvalidPDFException: 'broken', FormatError: 'broken' };

/** @param {{ content: Uint8Array, maxPages: number }} input */
async function readPdf({ content, maxPages }) {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(content, { verbosity: 0 });
  if (pdf.numPages > maxPages) return { fault: 'too_many_pages' };
  const { text } = await extractText(pdf);
  return { pages: text };
}

/** @param {{ content: string }} input */
async function readMarkdown({ content }) {
  const { fromMarkdown } = await import('mdast-util-from-markdown');
  const headings = [];
  const opaque = [];
  // Blocks alone: what stands inside a paragraph makes no structure. Not by recursion, which a deep nesting of quotes would exhaust.
  const open = [fromMarkdown(content)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const span = { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
    if (node.type === 'heading') headings.push({ ...span, depth: node.depth });
    else if (node.type === 'code' || node.type === 'html') opaque.push(span);
    else if ('children' in node && node.type !== 'paragraph') open.push(...node.children);
  }
  return { headings, opaque };
}

const readers = { pdf: readPdf, markdown: readMarkdown };

try {
  parentPort?.postMessage(await readers[workerData.parser](workerData));
} catch (error) {
  parentPort?.postMessage({ fault: FAULTS[error?.name] ?? 'broken' });
}
