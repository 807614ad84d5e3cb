import type { Clock } from '@plinth/kernel';
import { counted, NO_FIGURES, type FigureEvent, type Figures, type FigureSeries } from '../../domain/figures/figures';
import type { FigureBook, FigureBucket } from '../../ports/figure-book';

/** A stretch of time is so long; a report begins at one. */
export const STRETCH_MS = 60_000;

/**
 * Figures of this process, on their way to the book that all replicas share. Owns the totals of the present stretch, and of earlier ones
 * until they are handed in: what the store did not take is handed in again.
 */
export class FigureTally {
  private readonly totals = new Map<string, FigureBucket & Figures>();
  private readonly changed = new Set<string>();

  constructor(
    private readonly book: FigureBook,
    private readonly clock: Clock,
    /** Unique to the life of this process. */
    private readonly process: string,
  ) {}

  count(series: FigureSeries, event: FigureEvent): void {
    const startMs = this.stretch();
    const { skill, version, measure, against } = series;
    const key = JSON.stringify([startMs, skill, version, measure, against]);
    const before = this.totals.get(key) ?? { skill, version, measure, against, startMs, ...NO_FIGURES };
    this.totals.set(key, { ...before, ...counted(before, event) });
    this.changed.add(key);
  }

  /** Throws TransientError; nothing is lost by it. */
  async flush(): Promise<void> {
    const keys = [...this.changed];
    if (keys.length === 0) return;
    this.changed.clear();
    try {
      await this.book.put(
        this.process,
        keys.flatMap((key) => this.totals.get(key) ?? []),
      );
    } catch (error) {
      keys.forEach((key) => this.changed.add(key));
      throw error;
    }
    const now = this.stretch();
    for (const [key, { startMs }] of this.totals) if (startMs < now && !this.changed.has(key)) this.totals.delete(key);
  }

  private stretch(): number {
    return Math.floor(this.clock.now() / STRETCH_MS) * STRETCH_MS;
  }
}
