import type { TaskSlot } from '../task-schema';
import type { ReadableSlot } from './slot-kind';

/** What a text is read against. */
export interface Reading {
  /** Of the service that is spoken of. */
  readonly slots: readonly ReadableSlot[];
  /** What the reply before has asked for; empty when a reply itself is read. */
  readonly asked: readonly ReadableSlot[];
  /** The text of the reply that asked. */
  readonly question: string;
  readonly ofReply: boolean;
  readonly state: ReadonlyMap<string, string>;
}

export type SlotValues = Map<TaskSlot, string>;
