const POLL_MS = 25;

/** Resolves with the first answer that is not undefined or false. Throws after `withinMs`, saying what was awaited. */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
