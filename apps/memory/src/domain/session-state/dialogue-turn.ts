import type { Anchor, MemoryChange } from '@plinth/contracts';
import type { TaskSchema } from '../task-slots/task-schema';
import type { SpeechAct } from '../utterance/speech-act';
import { mentionOperations } from './core-entities';
import { CURRENT_TOPIC, taskState } from './dialogue-keys';
import { lightUpdate } from './light-update';
import { resolveReferences } from './references';
import { applyOperations, foldUpdates, type SessionState, type SlotOperation, type UpdateBody } from './session-state';
import { slotOfMention } from './slot-types';
import { topicOperations, type SaidAt } from './topics';
import { trackTask } from './track-task';
import type { LightUpdate, TurnInput } from './turn-input';

export interface DialogueTurn extends TurnInput {
  /** What the user meant; the offsets of the anchors count in it. */
  readonly text: string;
  readonly previousReply?: string;
  /** What the user said in the rounds before, as far as they are still at hand. */
  readonly said?: SaidAt['said'];
  readonly taskSchema: TaskSchema;
}

/**
 * Everything that one utterance does to its session, in this order: the topic that it lays aside or takes up again (M32), what it points
 * at (M31), the acts in it, the slots of the tenant's task that it fills or accepts (M4).
 */
export function dialogueTurn(turn: DialogueTurn): LightUpdate {
  if (turn.acts.some(({ act }) => act === 'undo')) return lightUpdate(turn);
  const topics = topicOperations(turn.session, turn.text, turn);
  const start = withoutTaskSlot(applyOperations(turn.session, topics), turn.taskSchema);
  const pointed = pointedAt(turn, start);
  const acts: SpeechAct[] = [...turn.acts, ...mentionsOf(pointed)];
  const spoken = lightUpdate({ ...turn, session: start, anchors: [...turn.anchors, ...pointed], acts });
  const task = trackTask(turn, spoken.session);
  const named = mentionOperations(start, spoken.anchors);
  const idle = topics.every(({ key }) => isTopicNote(key)) && !isTaskUnderWay(spoken.session, task.slots);
  const updates = joined(spoken.updates, [...(idle ? [] : topics), ...named, ...task.memory], task.slots);
  const session = foldUpdates(
    updates.map((update, i) => ({ ...update, n: i + 1, turnId: turn.turnId })),
    turn.session,
  );
  return { ...spoken, updates, session, changes: [...spoken.changes, ...task.corrected.map(changeOf(start))] };
}

/** A bare “no, it is Y” after a slot of the task was set is for the tracker, which knows what the slot takes. */
function withoutTaskSlot(session: SessionState, { slots }: TaskSchema): SessionState {
  const { last, ...rest } = session;
  return last && slots.some(({ name }) => name === last.key) ? rest : session;
}

/** Things of earlier rounds that the text points at, as anchors where the phrase stands; one that the text names itself is named. */
function pointedAt({ text, anchors }: DialogueTurn, session: SessionState): Anchor[] {
  return resolveReferences(text, session)
    .filter(({ entity, start, end }) =>
      anchors.every((anchor) => anchor.kind !== entity.kind && (anchor.end <= start || anchor.start >= end)),
    )
    .map(({ text: phrase, start, end, entity }) => ({
      kind: entity.kind,
      text: phrase,
      value: entity.value,
      start,
      end,
    }));
}

const mentionsOf = (anchors: readonly Anchor[]): SpeechAct[] =>
  anchors.filter(({ kind }) => slotOfMention(kind)).map((anchor) => ({ act: 'mention', anchor, corrects: true }));

/** The words of a topic are worth a row only where there is a task that could be laid aside. */
const isTopicNote = (key: string): boolean => key.startsWith(CURRENT_TOPIC);
const isTaskUnderWay = (session: SessionState, slots: readonly SlotOperation[]): boolean =>
  slots.length > 0 || taskState(session).size > 0;

/**
 * One change of the user holds all that the utterance did, what was said last at the end: that is what a correction without a name speaks
 * of. Book-keeping alone is a change of the system, which no undo takes for the user's.
 */
function joined(
  updates: readonly UpdateBody[],
  book: readonly SlotOperation[],
  slots: readonly SlotOperation[],
): readonly UpdateBody[] {
  const tracked = new Set(slots.map(({ key }) => key));
  const said = updates.flatMap((update) => (isSaid(update) ? update.operations : []));
  const own = said.filter(({ kind, key }) => kind !== 'state' || !tracked.has(key));
  const others = updates.filter((update) => !isSaid(update));
  const operations = [...book, ...slots, ...own];
  if (operations.length === 0) return others;
  const origin = slots.length + own.length > 0 ? 'user' : 'system';
  return [...others, { type: 'set', origin, operations }];
}

const isSaid = (update: UpdateBody): update is UpdateBody & { type: 'set' } =>
  update.type === 'set' && update.origin === 'user';

const changeOf =
  ({ state }: SessionState) =>
  ({ key, value }: SlotOperation): MemoryChange => ({
    op: state.has(key) ? 'replaced' : 'set',
    key,
    ...(value === null ? {} : { value }),
  });
