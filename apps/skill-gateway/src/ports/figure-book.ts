import type { Figures, FigureSeries } from '../domain/figures/figures';

/** A series in one stretch of time. */
export interface FigureBucket extends FigureSeries {
  readonly startMs: number;
}

/**
 * Figures of all replicas, kept for reports. Each process hands in its own totals of a stretch of time as often as it likes; they replace
 * what it handed in before, so a repeated hand-in counts once. Throws TransientError when the store is away.
 */
export abstract class FigureBook {
  abstract put(process: string, totals: readonly (FigureBucket & Figures)[]): Promise<void>;
  /** Of all processes together, of the stretches that begin at `sinceMs` or later. */
  abstract sum(skill: string, sinceMs: number): Promise<readonly (FigureSeries & Figures)[]>;
  /** Forgets the stretches that began before. */
  abstract prune(beforeMs: number): Promise<void>;
}
