import type { SpeechAct } from '../utterance/speech-act';
import type { Slot } from './session-state';
import { admits, isTyped, slotsOfKind, type TypedValue } from './slot-types';
import type { TurnInput } from './turn-input';
import type { WorkingSession } from './working-session';

type Correction = SpeechAct & { readonly act: 'correct' };

/**
 * The slot that a correction without a name speaks of: by the value that is denied; else by the type of the new one; else what was
 * said last, in this turn or the one before. Undefined when there is none: a stale correction hits nothing.
 */
export function correctionTarget(
  act: Correction,
  typed: TypedValue | undefined,
  turn: TurnInput,
  work: WorkingSession,
): Slot | undefined {
  if (act.from !== undefined) {
    const held = work.holding(act.from) ?? confirmed(act.from, turn.profile);
    return held && admits(held, act.value, typed) ? held : undefined;
  }
  if (act.of !== undefined) return particular(act.of, turn, work);
  const ofType = typed && slotsOfKind(typed.kind).find((slot) => isFilled(slot, turn, work));
  if (act.typedOnly) return ofType;
  const last = work.lastSet();
  const recent =
    last && (last.turnId === undefined || last.turnId === turn.previousTurnId || last.turnId === turn.turnId);
  const lastSlot = recent && admits(last, act.value, typed) ? { kind: last.kind, key: last.key } : undefined;
  if (lastSlot?.kind === 'facts' && !ofType) return lastSlot;
  return typed
    ? (ofType ?? (lastSlot && !isTyped(lastSlot) && lastSlot.kind === 'state' ? lastSlot : undefined))
    : lastSlot;
}

/** The particular of the person or animal of whom the user spoke last. */
function particular(attribute: string, turn: TurnInput, work: WorkingSession): Slot | undefined {
  const last = work.lastSet();
  const [subject, of] = last?.key.split('/') ?? [];
  const recent = last?.turnId === undefined || last.turnId === turn.previousTurnId || last.turnId === turn.turnId;
  return recent && subject !== undefined && of !== undefined && !/^\d+$/.test(of)
    ? { kind: 'facts', key: `${subject}/${attribute}` }
    : undefined;
}

function confirmed(value: string, profile: ReadonlyMap<string, string>): Slot | undefined {
  const fact = [...profile].find(([, held]) => held.toLowerCase() === value.toLowerCase());
  return fact && { kind: 'facts', key: fact[0] };
}

export function isFilled(slot: Slot, turn: TurnInput, work: WorkingSession): boolean {
  return work.get(slot.kind, slot.key) !== undefined || (slot.kind === 'facts' && turn.profile.has(slot.key));
}
