import type { MemoryItem } from '@plinth/contracts';

/**
 * The ways by which an item is found; one is enough to be a candidate.
 * - `keyword`: BM25, weighted by the language's frequencies; `vector`: cosine, exact within the user;
 * - `time`: it happened in a period that the question names; `answer`: it follows, in one conversation, what the words speak of;
 * - `shared_keyword`, `shared_vector`: the same two among what the organisation shares.
 */
export const ARMS = ['keyword', 'vector', 'time', 'answer', 'shared_keyword', 'shared_vector'] as const;
export type Arm = (typeof ARMS)[number];

/** Rank from 1 within the arm, and the arm's own score. */
export interface ArmHit {
  readonly rank: number;
  readonly score: number;
}

/** An item that at least one arm has found, with all that ranking may ask. */
export interface Candidate {
  readonly id: string;
  readonly kind: MemoryItem['kind'];
  readonly key?: string;
  readonly content: string;
  readonly sourceType: MemoryItem['source_type'];
  /** 0…1, by origin (M24). */
  readonly confidence: number;
  /** 0…1. */
  readonly importance: number;
  /** When it happened or was said; ms. */
  readonly atMs: number;
  /** The session in which it was said or decided. */
  readonly sessionId?: string;
  /** Of a task kind (M34). */
  readonly task?: string;
  /** Searchable, yet never given unasked (M16). */
  readonly reference?: boolean;
  /** Of the organisation, not of the user (M21, M30). */
  readonly shared?: boolean;
  /** The clause that it is (M30). */
  readonly document?: { readonly id: string; readonly version: string; readonly clause: string };
  /** What was said just before it in the same conversation. */
  readonly before?: string;
  readonly arms: Readonly<Partial<Record<Arm, ArmHit>>>;
  /** Raw cosine of question and item, where the item has a vector of the question's model. */
  readonly cosine?: number;
}
