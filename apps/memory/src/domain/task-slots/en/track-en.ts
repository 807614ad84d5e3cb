import type { TaskSchema } from '../task-schema';
import { NO_DIALOGUE_MEMORY } from '../tracking/dialogue-memory';
import type { SlotTracking, TaskTurn } from '../tracking/task-turn';

/** What an English turn changes in the slots of a task. */
export function trackEn(_schema: TaskSchema, _state: ReadonlyMap<string, string>, turn: TaskTurn): SlotTracking {
  return { changes: [], memory: turn.memory ?? NO_DIALOGUE_MEMORY };
}
