import type { NewItem } from '../items/new-item';
import type { Round } from '../summary/round';
import type { Comparable, ItemPair, Merge } from './duplicates';
import type { FactLife } from './forget';
import type { ForgottenItem, ItemLife } from './item-life';

/** The work that belongs to no turn (M19), by the names that its callers use. */
export const JOBS = [
  'expire',
  'decay',
  'demote',
  'demote-items',
  'merge-duplicates',
  'summarise',
  'purge-log',
] as const;
export type JobName = (typeof JOBS)[number];

/** A session, as far as one space has heard it, in which nothing was said for a while, and which has no summary of all that was said. */
export interface SilentSession {
  readonly sessionId: string;
  readonly space: string;
  readonly rounds: readonly Round[];
  /** Items that were stored in it. */
  readonly items: readonly string[];
  /** Summaries of its earlier part. */
  readonly superseded: readonly string[];
}

/** What a job reads of one user. What it did not ask for is empty. */
export interface Holdings {
  /** Active ones and those for reference. */
  readonly items: readonly ItemLife[];
  readonly facts: readonly FactLife[];
  readonly pairs: readonly ItemPair[];
  /** Without a vector, to be compared by their letters; `group` names kind, space and source. */
  readonly unembedded: readonly (Comparable & { readonly group: string })[];
  readonly notCompared: number;
  readonly sessions: readonly SilentSession[];
  /** Entries of the log of changes that are past their time. */
  readonly oldChanges: number;
}
export type Reading = keyof Holdings;

/** What a job changes of one user's memory. */
export interface JobChanges {
  readonly items?: readonly ForgottenItem[];
  readonly demotedFacts?: readonly string[];
  readonly endedFacts?: readonly FactLife[];
  readonly merges?: readonly Merge[];
  readonly summaries?: readonly { readonly sessionId: string; readonly items: readonly NewItem[] }[];
  /** Items whose place another has taken. */
  readonly superseded?: readonly string[];
  /** Deletes entries of the log of changes from before. */
  readonly logBeforeMs?: number;
  /** What is done, by action; a dry run reports the same. */
  readonly counts: Readonly<Record<string, number>>;
}
