import type { HistoryEntry } from '../../../domain/rollout/rollout-record';

export function entryJson({ atMs, ...entry }: HistoryEntry) {
  return { ...entry, at: new Date(atMs).toISOString() };
}
