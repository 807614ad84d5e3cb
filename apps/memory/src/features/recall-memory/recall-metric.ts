import { histogram, zero } from '@plinth/telemetry';
import type { Ranked } from '../../domain/recall/rank-candidates';
import type { RecallPolicy } from '../../domain/recall/recall-policy';
import type { Recalled } from '../../domain/recall/recall';

type Layer = Recalled['answeredBy'];
type Via = 'turn' | 'request';

const LAYERS = { session: true, profile: true, semantic: true, none: true } satisfies Record<Layer, true>;

export function zeroRecallMetric(via: Via): void {
  zero('plinth_memory_recall_seconds', { layer: Object.keys(LAYERS), via: [via] });
  zero('plinth_memory_similarity_ratio', { alarm: ['yes', 'no'] });
}

/** By the step that sufficed (M9). In a turn the time is that of the whole assembly, its writing included. */
export function observeRecall(via: Via, layer: Layer | undefined, durationMs: number): void {
  histogram('plinth_memory_recall_seconds').observe({ layer: layer ?? 'none', via }, durationMs / 1_000);
}

/** How alike the five best are to the question (M8); a recall that gave nothing has no mean, and a low one is never answered by widening. */
export function observeSimilarity(ranked: readonly Ranked[], { alarmBelow }: RecallPolicy): void {
  const best = ranked.filter(({ kept }) => kept).slice(0, 5);
  if (best.length === 0) return;
  const mean = best.reduce((sum, { similarity }) => sum + similarity, 0) / best.length;
  histogram('plinth_memory_similarity_ratio').observe({ alarm: mean < alarmBelow ? 'yes' : 'no' }, mean);
}
