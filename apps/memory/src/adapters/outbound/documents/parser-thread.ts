import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MarkedHeading, Span } from '../../../domain/documents/document-text';

export type ParserTask =
  | { readonly parser: 'pdf'; readonly content: Uint8Array; readonly maxPages: number }
  | { readonly parser: 'markdown'; readonly content: string };

export type ParserFault = 'encrypted' | 'broken' | 'too_many_pages' | 'too_complex' | 'busy';

/** What parse-document.mjs posts. */
export interface ParserAnswer {
  readonly pages?: readonly string[];
  /** In no order. */
  readonly headings?: readonly MarkedHeading[];
  readonly opaque?: readonly Span[];
  readonly fault?: ParserFault;
}

const PARSER = join(__dirname, 'parse-document.mjs');
const MAX_HEAP_MB = 384;
const MAX_YOUNG_MB = 32;

/**
 * Runs one parser in a thread that ends with it; a fault, never an exception, for whatever the document did to it. Rejects when the
 * thread cannot do its work for any document: it does not start, or ends without an answer.
 */
export async function parseInThread(task: ParserTask, timeoutMs: number, parser = PARSER): Promise<ParserAnswer> {
  const worker = new Worker(parser, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    // Only parsers run there: no loader of this process, none of its variables, nothing written to its streams.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParserAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: 'too_complex' }), timeoutMs);
      worker.once('message', resolve);
      worker.once('error', (error) => {
        if (isOutOfMemory(error)) resolve({ fault: 'too_complex' });
        else reject(new Error(`the thread of the ${task.parser} parser failed`, { cause: error }));
      });
      worker.once('exit', (code) =>
        reject(new Error(`the thread of the ${task.parser} parser ended without an answer, with exit code ${code}`)),
      );
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Told by its code: the error was made in another thread. */
const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
