import { NO_DIALOGUE_MEMORY, type DialogueMemory } from '../task-slots/tracking/dialogue-memory';
import { parseDialogueMemory } from '../task-slots/tracking/parse-dialogue-memory';
import type { TaskSchema } from '../task-slots/task-schema';
import { trackSlots } from '../task-slots/track-slots';
import { DIALOGUE_MEMORY } from './dialogue-keys';
import type { SessionState, SlotOperation } from './session-state';

interface TaskInput {
  readonly text: string;
  readonly previousReply?: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly taskSchema: TaskSchema;
}

export interface TrackedTask {
  /** What the user filled in, emptied or accepted. */
  readonly slots: readonly SlotOperation[];
  readonly corrected: readonly SlotOperation[];
  /** What the tracker wants to see again in the next round. */
  readonly memory: readonly SlotOperation[];
}

/** The slots of the tenant's task after an utterance; nothing for a tenant without one. */
export function trackTask({ taskSchema, ...said }: TaskInput, session: SessionState): TrackedTask {
  if (taskSchema.slots.length === 0) return { slots: [], corrected: [], memory: [] };
  const names = new Set(taskSchema.slots.map(({ name }) => name));
  const state = new Map([...session.state].filter(([key]) => names.has(key)));
  const before = memoryOf(session);
  const { changes, memory } = trackSlots(taskSchema, state, { ...said, memory: before });
  const effective = changes.filter(({ slot, value }) => names.has(slot) && (state.get(slot) ?? null) !== value);
  const operations = effective.map(({ slot, value }): SlotOperation => ({ kind: 'state', key: slot, value }));
  const text = JSON.stringify(memory);
  return {
    slots: operations,
    corrected: operations.filter((_, i) => effective[i]?.because === 'corrected'),
    memory: text === session.state.get(DIALOGUE_MEMORY) ? [] : [{ kind: 'state', key: DIALOGUE_MEMORY, value: text }],
  };
}

function memoryOf(session: SessionState): DialogueMemory {
  const text = session.state.get(DIALOGUE_MEMORY);
  return text === undefined ? NO_DIALOGUE_MEMORY : parseDialogueMemory(text);
}
