import { counter, gauge, zero } from '@plinth/telemetry';
import type { OpenErasures } from '../../ports/erasure-ledger';

export function expectErasures(): void {
  zero('plinth_memory_erasures_running', {});
  zero('plinth_memory_erasures_oldest_seconds', {});
  zero('plinth_memory_erasures_found_total', {});
  gauge('plinth_memory_erasures_running').set({}, 0);
  gauge('plinth_memory_erasures_oldest_seconds').set({}, 0);
}

export function noteOpenErasures({ running, oldestMs }: OpenErasures, nowMs: number): void {
  gauge('plinth_memory_erasures_running').set({}, running);
  gauge('plinth_memory_erasures_oldest_seconds').set({}, oldestMs === null ? 0 : Math.max(0, nowMs - oldestMs) / 1_000);
}

export function countLeft(found: number): void {
  counter('plinth_memory_erasures_found_total').inc({}, found);
}
