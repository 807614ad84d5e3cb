import type { DataOf, memoryAssembled } from '@plinth/contracts';
import type { FlowDefinition, SlotDefinition } from './flow';

type Assembled = DataOf<typeof memoryAssembled>;
type Slots = Readonly<Record<string, string>>;
/** UTF-16 code units that a slot holds at most. */
const MAX_SLOT_LENGTH = 2_000;

/** What a turn offers to the slots of a flow. */
export type SlotSources = Pick<Assembled, 'anchors' | 'session' | 'items' | 'changes'> & { readonly text?: string };
export const NO_SOURCES: SlotSources = {
  anchors: [],
  session: { facts: {}, constraints: {}, state: {} },
  items: [],
  changes: [],
};

/**
 * Slots filled from the turn's anchors, then from what was known. An anchor of this turn overrides, and so does what the turn made of
 * the session's state, an undo included: a slot never keeps a value that its user has taken back. The rest only fills gaps.
 */
export function fillSlots(flow: FlowDefinition, before: Slots, sources: SlotSources): Slots {
  const filled: Record<string, string> = { ...before };
  for (const [name, slot] of Object.entries(flow.slots)) {
    if (stateChanged(slot, sources)) delete filled[name];
    const value = anchorValue(slot, sources) ?? filled[name] ?? knownValue(slot, sources);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

function stateChanged({ state }: SlotDefinition, { changes }: SlotSources): boolean {
  return changes.some(({ op, key }) => key === state && (op === 'set' || op === 'replaced' || op === 'undone'));
}

/** Somebody who may be one of several fills nothing: the user is asked who is meant (M9). */
function anchorValue(slot: SlotDefinition, { anchors }: SlotSources): string | undefined {
  const meant = slot.anchor === undefined ? undefined : anchors.findLast((anchor) => anchor.kind === slot.anchor);
  return meant?.candidates ? undefined : meant?.value;
}

function knownValue(slot: SlotDefinition, { session, items, text }: SlotSources): string | undefined {
  const state = slot.state === undefined ? undefined : session.state[slot.state];
  const fact =
    slot.fact === undefined
      ? undefined
      : (session.facts[slot.fact] ?? items.find((item) => item.key === slot.fact)?.content);
  const whole = slot.text === true ? text?.slice(0, MAX_SLOT_LENGTH).toWellFormed() : undefined;
  return state ?? fact ?? whole ?? slot.default;
}

/** The answer to a question for one slot: its anchor if it has one, otherwise the text itself. */
export function answerSlot(slot: SlotDefinition, text: string, sources: SlotSources): string | undefined {
  if (slot.anchor !== undefined) return anchorValue(slot, sources);
  const answer = text.trim();
  return answer === '' || answer.length > MAX_SLOT_LENGTH ? undefined : answer;
}
