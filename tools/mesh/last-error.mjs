/** What a process that failed said of the reason. Pure. */

const MAX_LENGTH = 300;

/**
 * The last log line of level fatal, as words, or else the error that Node.js ended over, without its stack. A line of level error
 * is the reason of no end: the process ran on. Undefined: the output does not tell.
 * @param {string} output @returns {string | undefined}
 */
export function lastErrorIn(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const logged = lines.map(loggedFatal).findLast((words) => words !== undefined);
  const uncaught = lines.some((line) => /^Node\.js v\d/.test(line));
  const thrown = uncaught ? lines.findLast((line) => /^\w*Error\b.*: /.test(line)) : undefined;
  return (logged ?? thrown)?.slice(0, MAX_LENGTH);
}

/** @param {string} line @returns {string | undefined} */
function loggedFatal(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    return level === 'fatal' ? [msg, err?.message].filter(Boolean).join(': ') : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
