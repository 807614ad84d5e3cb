/** What a process said last that went wrong. Pure. */

const BAD = new Set(['error', 'fatal']);
const MAX_LENGTH = 300;

/**
 * The last log line of level error or fatal, as words; of output that is no log the last line but the stack. Undefined: nothing
 * went wrong, as far as the output tells.
 * @param {string} output @returns {string | undefined}
 */
export function lastErrorIn(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const logged = lines.map(loggedError).findLast((words) => words !== undefined);
  const thrown = lines.findLast((line) => /^\w*Error\b.*: /.test(line));
  return (logged ?? thrown)?.slice(0, MAX_LENGTH);
}

/** @param {string} line @returns {string | undefined} */
function loggedError(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    return BAD.has(level) ? [msg, err?.message].filter(Boolean).join(': ') : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
