/** Below this nothing is measured but the machine; a run is repeated until it takes as long. */
const LEAST_US = 4_000;
/** Four times the size takes four times as long; quadratic growth takes sixteen times as long. */
const LARGEST_RATIO = 9;
const BEST_OF = 3;

/**
 * Throws where a run over 4n takes much more than four times what it takes over n, in this process's processor time: the load of the
 * machine does not count. Best of three, so that a compilation or a collection within one of them does not count either.
 */
export function growsLinearly(what: string, run: (size: number) => void, n: number): void {
  run(n);
  const repeats = Math.max(
    1,
    Math.ceil(
      LEAST_US /
        Math.max(
          1,
          processorTime(() => run(n)),
        ),
    ),
  );
  let ratio = Infinity;
  for (let i = 0; i < BEST_OF && ratio > LARGEST_RATIO; i++) {
    const small = processorTime(() => again(repeats, () => run(n)));
    const large = processorTime(() => again(repeats, () => run(4 * n)));
    ratio = Math.min(ratio, large / Math.max(1, small));
  }
  if (ratio > LARGEST_RATIO) throw new Error(`${what}: four times the size took ${ratio.toFixed(1)} times as long`);
}

function again(times: number, run: () => void): void {
  for (let i = 0; i < times; i++) run();
}

/** Microseconds. */
function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
