import { LATENCY_BOUNDS_MS } from '@plinth/rollout';
import { NO_FIGURES, type Figures, type FigureSeries } from '../../../domain/figures/figures';
import { FigureBook, type FigureBucket } from '../../../ports/figure-book';

/** Figures that die with their process: for tests of what stands on the port. */
export class InProcessFigureBook extends FigureBook {
  private readonly totals = new Map<string, FigureBucket & Figures>();

  async put(process: string, totals: readonly (FigureBucket & Figures)[]): Promise<void> {
    for (const total of totals) {
      const key = JSON.stringify([process, total.startMs, keyOf(total)]);
      const before = this.totals.get(key);
      if (!before || before.calls + before.compared + before.dropped <= total.calls + total.compared + total.dropped)
        this.totals.set(key, total);
    }
  }

  async sum(skill: string, sinceMs: number): Promise<readonly (FigureSeries & Figures)[]> {
    const sums = new Map<string, FigureSeries & Figures>();
    for (const total of this.totals.values()) {
      if (total.skill !== skill || total.startMs < sinceMs) continue;
      const { version, measure, against } = total;
      const sum = sums.get(keyOf(total)) ?? { skill, version, measure, against, ...NO_FIGURES };
      sums.set(keyOf(total), added(sum, total));
    }
    return [...sums.values()];
  }

  async prune(beforeMs: number): Promise<void> {
    for (const [key, { startMs }] of this.totals) if (startMs < beforeMs) this.totals.delete(key);
  }
}

const keyOf = ({ skill, version, measure, against }: FigureSeries): string =>
  JSON.stringify([skill, version, measure, against]);

function added(sum: FigureSeries & Figures, more: Figures): FigureSeries & Figures {
  return {
    ...sum,
    calls: sum.calls + more.calls,
    attributableErrors: sum.attributableErrors + more.attributableErrors,
    compared: sum.compared + more.compared,
    differed: sum.differed + more.differed,
    dropped: sum.dropped + more.dropped,
    latency: [...LATENCY_BOUNDS_MS, Infinity].map((_, at) => (sum.latency[at] ?? 0) + (more.latency[at] ?? 0)),
  };
}
