export interface Spread {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Nearest-rank percentiles. */
export function spreadOf(samplesMs: readonly number[]): Spread {
  const sorted = [...samplesMs].sort((a, b) => a - b);
  const rank = (share: number) => rounded(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN);
  return { count: sorted.length, p50Ms: rank(0.5), p95Ms: rank(0.95), p99Ms: rank(0.99), maxMs: rank(1) };
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;
