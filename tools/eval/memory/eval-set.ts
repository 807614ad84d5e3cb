import type { BenchStand } from '../../bench/memory/bench-stand';
import type { EvalData } from './eval-data';
import type { MemoryClient } from './memory-client';

export interface EvalContext {
  readonly data: EvalData;
  readonly memory: MemoryClient;
  /** Unique to this run, for names of users and sessions. */
  readonly run: string;
  readonly progress: (done: number, total: number) => void;
  /** Present with `--servers`: what is behind memory. */
  readonly stand?: BenchStand;
}

export interface EvalResult {
  /** Shares from 0 to 1, or counts, by name. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Some of what went wrong, for a reader; told with `--misses`. */
  readonly misses?: readonly unknown[];
}

/** One set of public data against memory's own interface. */
export interface EvalSet {
  readonly name: string;
  /** What others reach, as data/README.md has it. */
  readonly baselines: Readonly<Record<string, string>>;
  /** Least values of metrics; a name in `most` bounds from above. */
  readonly aims: Readonly<Record<string, number>>;
  readonly most?: Readonly<Record<string, number>>;
  /** The slots of the tenant's tasks while the set runs, as a policy file has them. */
  taskSlots?(data: EvalData): readonly object[];
  run(context: EvalContext): Promise<EvalResult>;
}

/** `part` of `whole`, to four digits; 0 of nothing. */
export const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
