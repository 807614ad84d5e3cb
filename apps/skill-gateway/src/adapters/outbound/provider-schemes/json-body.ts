import { isUtf8 } from 'node:buffer';

/** The JSON in a body; undefined when there is none. */
export function jsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
