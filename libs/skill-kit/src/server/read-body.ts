import type { IncomingMessage } from 'node:http';

/** How much of a body that is too long is read and dropped, so that its sender reads the answer: this many times the bound. */
const DROPPED = 32;

/** The body as text, or undefined when it is too long; of one without an end not even the end is waited for. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else if (bytes > maxBytes * DROPPED) resolve(undefined);
    });
    request.once('end', () => resolve(bytes > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
  });
}
