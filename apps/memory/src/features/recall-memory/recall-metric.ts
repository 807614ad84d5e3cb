import { histogram, zero } from '@plinth/telemetry';
import type { Recalled } from '../../domain/recall/recall';

type Layer = NonNullable<Recalled['answer']>['layer'];
type Via = 'turn' | 'request';

const LAYERS = { session: true, profile: true, semantic: true, none: true } satisfies Record<Layer, true>;

export function zeroRecallMetric(via: Via): void {
  zero('plinth_memory_recall_seconds', { layer: Object.keys(LAYERS), via: [via] });
}

/** Without a question the keyword search answers. In a turn the time is that of the whole assembly, its writing included. */
export function observeRecall(via: Via, layer: Layer | undefined, durationMs: number): void {
  histogram('plinth_memory_recall_seconds').observe({ layer: layer ?? 'semantic', via }, durationMs / 1_000);
}
