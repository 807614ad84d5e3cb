/**
 * Runs in a thread of its own, so that a document on which its parser hangs or runs out of memory can be stopped.
 * Takes `workerData` and posts one answer: see parser-thread.ts for both.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** @type {Readonly<Record<string, string>>} What PDF.js throws, by name. */
const FAULTS = { PasswordException: 'encrypted', InvalidPDFException: 'broken', FormatError: 'broken' };

/** @param {typeof import('unpdf')} parser @param {{ content: Uint8Array, maxPages: number }} input */
async function readPdf({ extractText, getDocumentProxy }, { content, maxPages }) {
  const pdf = await getDocumentProxy(content, { verbosity: 0 });
  if (pdf.numPages > maxPages) return { fault: 'too_many_pages' };
  const { text } = await extractText(pdf);
  return { pages: text };
}

/** @param {typeof import('mdast-util-from-markdown')} parser @param {{ content: string }} input */
async function readMarkdown({ fromMarkdown }, { content }) {
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

const readers = {
  pdf: async () => readPdf.bind(undefined, await import('unpdf')),
  markdown: async () => readMarkdown.bind(undefined, await import('mdast-util-from-markdown')),
};

// A parser that cannot be loaded is no fault of the document: it ends the thread with its error.
const read = await readers[workerData.parser]();
try {
  parentPort?.postMessage(await read(workerData));
} catch (error) {
  parentPort?.postMessage({ fault: FAULTS[error?.name] ?? 'broken' });
}
