const DAY_MS = 86_400_000;

/** Milliseconds to the next time that it is `atMs` after midnight UTC; a full day when it is so now. */
export function untilNightMs(nowMs: number, atMs: number): number {
  const passed = (((nowMs - atMs) % DAY_MS) + DAY_MS) % DAY_MS;
  return DAY_MS - passed;
}
