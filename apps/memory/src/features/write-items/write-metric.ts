import { counter, zero } from '@plinth/telemetry';
import { countCandidates, expectCandidates } from '../commit-turn/candidate-metric';
import type { ItemOutcome } from './item-draft';

type Outcome = ItemOutcome['status'] | 'restated' | 'refused';

const OUTCOMES = {
  active: true,
  reference: true,
  candidate: true,
  deprecated: true,
  unchanged: true,
  restated: true,
  refused: true,
} satisfies Record<Outcome, true>;

export function expectWrites(): void {
  zero('plinth_memory_item_writes_total', { outcome: Object.keys(OUTCOMES) });
  expectCandidates();
}

export function countWrites(outcomes: readonly Pick<ItemOutcome, 'kind' | 'status' | 'restated'>[]): void {
  for (const { kind, status, restated } of outcomes) {
    counter('plinth_memory_item_writes_total').inc({ outcome: restated ? 'restated' : status });
    if (kind === 'candidate') countCandidates('candidate');
  }
}

export function countRefusedWrites(items: number): void {
  counter('plinth_memory_item_writes_total').inc({ outcome: 'refused' }, items);
}
