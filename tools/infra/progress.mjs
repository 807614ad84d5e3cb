/** What people see while they wait; on stderr, so that stdout stays for results. */

/** @param {string} text */
export const say = (text) => void process.stderr.write(`infra: ${text}\n`);

/**
 * Says what is going on as soon as it takes more than a few seconds, and then every ten.
 * @template T @param {string} what @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const started = Date.now();
  const report = () => say(`${what} (${Math.round((Date.now() - started) / 1000)} s)`);
  let later = setTimeout(function again() {
    report();
    later = setTimeout(again, 10_000);
  }, 3000);
  try {
    return await work();
  } finally {
    clearTimeout(later);
  }
}
