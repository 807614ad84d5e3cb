import { counter, gauge, histogram } from '@plinth/telemetry';
import type { FinalEvent } from '../../domain/session/session-event';

/** Counts a turn that ended here. */
export function countEnded({ data }: FinalEvent): void {
  const { status, usage } = data.record;
  counter('plinth_turns_total').inc({ status });
  histogram('plinth_turn_duration_seconds').observe({ status }, usage.duration_ms / 1_000);
}

export function countAdmitted(inFlight: number, queued: number): void {
  gauge('plinth_turns_in_flight').set(inFlight);
  gauge('plinth_edge_queue_length').set(queued);
}

export function countRefused(code: string): void {
  counter('plinth_edge_refused_total').inc({ code });
}
