import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MarkedHeading, Span } from '../../../domain/documents/document-text';

export type ParserTask =
  | { readonly parser: 'pdf'; readonly content: Uint8Array; readonly maxPages: number }
  | { readonly parser: 'markdown'; readonly content: string };

export type ParserFault = 'encrypted' | 'broken' | 'too_many_pages' | 'too_complex';

/** What parse-document.mjs posts. */
export interface ParserAnswer {
  readonly pages?: readonly string[];
  /** In no order. */
  readonly headings?: readonly MarkedHeading[];
  readonly opaque?: readonly Span[];
  readonly fault?: ParserFault;
}

const MAX_HEAP_MB = 512;

/** Runs one parser in a thread that ends with it; a fault, never an exception, for whatever the document did to it. */
export async function parseInThread(task: ParserTask, timeoutMs: number): Promise<ParserAnswer> {
  const worker = new Worker(join(__dirname, 'parse-document.mjs'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // Only parsers run there: no loader of this process, none of its variables, nothing written to its streams.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParserAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ fault: 'too_complex' }), timeoutMs);
      worker.once('message', resolve);
      worker.once('error', () => resolve({ fault: 'too_complex' }));
      worker.once('exit', () => resolve({ fault: 'too_complex' }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
