import { latencyBucketOf, LATENCY_BOUNDS_MS, type LaneCounts, type PairCounts } from '@plinth/rollout';

/** Whose calls: those that users had, those of a candidate beside them, and the baseline's second answers to them. */
export type Measure = 'live' | 'shadow' | 'noise';

/** What a version did in calls of one kind, while a rollout was under way. */
export interface FigureSeries {
  readonly skill: string;
  readonly version: string;
  readonly measure: Measure;
  /** The version that it was compared with; empty for live calls. */
  readonly against: string;
}

/** Totals; they only grow. */
export interface Figures extends LaneCounts, PairCounts {
  /** Runs that were not made for want of room. */
  readonly dropped: number;
}

/** One more event of a series. */
export type FigureEvent =
  | { readonly kind: 'call'; readonly faulty: boolean; readonly durationMs: number }
  | { readonly kind: 'comparison'; readonly equal: boolean }
  | { readonly kind: 'dropped' };

export const NO_FIGURES: Figures = {
  calls: 0,
  attributableErrors: 0,
  latency: LATENCY_BOUNDS_MS.map(() => 0).concat(0),
  compared: 0,
  differed: 0,
  dropped: 0,
};

export function counted(figures: Figures, event: FigureEvent): Figures {
  switch (event.kind) {
    case 'call': {
      const bucket = latencyBucketOf(event.durationMs);
      return {
        ...figures,
        calls: figures.calls + 1,
        attributableErrors: figures.attributableErrors + (event.faulty ? 1 : 0),
        latency: figures.latency.map((calls, at) => (at === bucket ? calls + 1 : calls)),
      };
    }
    case 'comparison':
      return {
        ...figures,
        compared: figures.compared + 1,
        differed: figures.differed + (event.equal ? 0 : 1),
      };
    case 'dropped':
      return { ...figures, dropped: figures.dropped + 1 };
  }
}
