/** The end of a server's log, for error messages. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const TAIL_BYTES = 4000;
const TAIL_LINES = 20;

/** 0 when the file does not exist. @param {string} path */
export const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The last lines written after byte `from` (from the beginning if the file was replaced). @param {string} path @param {number} from */
export function tail(path, from) {
  const end = sizeOf(path);
  const begin = Math.max(end < from ? 0 : from, end - TAIL_BYTES);
  if (end <= begin) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(end - begin);
    return bytes
      .toString('utf8', 0, readSync(file, bytes, 0, bytes.length, begin))
      .trimEnd()
      .split('\n')
      .slice(-TAIL_LINES)
      .join('\n');
  } finally {
    closeSync(file);
  }
}
