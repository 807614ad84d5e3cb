/** What is kept of a rollout beside its state, in the words of the engine. */
export type { CallShare, CountBucket, Evidence, HistoryEntry } from '@plinth/rollout';
