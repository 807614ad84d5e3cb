import type { TaskSchema } from './task-schema';
import { dialogueLanguage } from './tracking/dialogue-language';
import { trackEn } from './en/track-en';
import { trackZh } from './zh/track-zh';
import type { SlotTracking, TaskTurn } from './tracking/task-turn';

export type { SlotChange, SlotTracking, TaskTurn } from './tracking/task-turn';
export type { DialogueMemory } from './tracking/dialogue-memory';

/**
 * What a turn changes in the slots of a task: what the user says and what the user accepts of the reply before.
 * Pure: the same turn on the same state changes the same.
 */
export function trackSlots(schema: TaskSchema, state: ReadonlyMap<string, string>, turn: TaskTurn): SlotTracking {
  return dialogueLanguage(turn) === 'zh' ? trackZh(schema, state, turn) : trackEn(schema, state, turn);
}
