import type { Anchor, MemoryChange } from '@plinth/contracts';
import { deriveId } from '@plinth/kernel';
import type { OpenCandidate } from '../candidates/candidate';
import type { ProfileIntent } from '../profile/intent';
import { attributeOfKey } from '../utterance/attributes';
import type { SpeechAct } from '../utterance/speech-act';
import {
  foldUpdates,
  lastUndoable,
  type SessionState,
  type SessionUpdate,
  type Slot,
  type UpdateBody,
} from './session-state';
import { admits, slotOfMention, slotsOfKind, typedValue } from './slot-types';
import { WorkingSession } from './working-session';

export interface TurnInput {
  readonly commandId: string;
  readonly turnId: string;
  readonly previousTurnId?: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly acts: readonly SpeechAct[];
  readonly anchors: readonly Anchor[];
  readonly session: SessionState;
  /** The whole history; needed only when the acts hold an undo. */
  readonly history: readonly SessionUpdate[];
  /** Active profile facts by key. */
  readonly profile: ReadonlyMap<string, string>;
  /** Open candidates of this session, oldest first. */
  readonly candidates: readonly OpenCandidate[];
  /** The candidate that the previous reply asked for, as the user saw it. */
  readonly askedCandidateId?: string;
  /** What the system injects for this turn. */
  readonly constraints: ReadonlyMap<string, string>;
}

export interface LightUpdate {
  readonly updates: readonly UpdateBody[];
  readonly session: SessionState;
  readonly changes: readonly MemoryChange[];
  readonly intents: readonly ProfileIntent[];
  readonly ask?: { readonly candidate_id: string; readonly key: string; readonly value: string };
  /** Without those that the same text took back. */
  readonly anchors: readonly Anchor[];
}

/** Updates the session by what the user said, before anything is recalled (M14): pure, and the same for the same input. */
export function lightUpdate(turn: TurnInput): LightUpdate {
  if (turn.acts.some(({ act }) => act === 'undo')) return undoLast(turn);
  return new TurnUpdate(turn).run();
}

function undoLast(turn: TurnInput): LightUpdate {
  const target = lastUndoable(turn.history);
  if (!target)
    return {
      updates: [],
      session: turn.session,
      changes: [{ op: 'nothing_to_undo', key: '' }],
      intents: [],
      anchors: turn.anchors,
    };
  const undo: UpdateBody = { type: 'undo', undoes: target.n };
  const session = foldUpdates([...turn.history, { ...undo, n: target.n + 1, turnId: turn.turnId }]);
  const changes = target.operations.map(({ kind, key }): MemoryChange => {
    const value = session[kind].get(key);
    return { op: 'undone', key, ...(value === undefined ? {} : { value }) };
  });
  const intents = target.operations
    .filter(({ kind }) => kind === 'facts')
    .flatMap(({ key, confirmedBefore }): ProfileIntent[] => [
      { type: 'withdraw', key },
      ...(confirmedBefore === undefined ? [] : [{ type: 'correct' as const, key, value: confirmedBefore }]),
    ]);
  return { updates: [undo], session, changes, intents, anchors: turn.anchors };
}

class TurnUpdate {
  private readonly work: WorkingSession;
  private readonly intents: ProfileIntent[] = [];
  private readonly consented: MemoryChange[] = [];
  private readonly takenBack = new Set<Anchor>();
  private ask: LightUpdate['ask'];
  private readonly asked: OpenCandidate | undefined;

  constructor(private readonly turn: TurnInput) {
    this.work = new WorkingSession(turn.session, turn.profile);
    this.asked = turn.candidates.find(({ id }) => id === turn.askedCandidateId);
  }

  run(): LightUpdate {
    const { turn, work } = this;
    if (this.asked?.status === 'candidate') this.intents.push({ type: 'asked', candidateId: this.asked.id });
    for (const act of turn.acts) this.perform(act);
    const { operations, changes } = work.outcome();
    const injected = this.injected();
    const updates: UpdateBody[] = [];
    if (injected.length > 0) updates.push({ type: 'set', origin: 'system', operations: injected });
    if (operations.length > 0) updates.push({ type: 'set', origin: 'user', operations });
    const session = foldUpdates(
      updates.map((update, i) => ({ ...update, n: i + 1, turnId: turn.turnId })),
      turn.session,
    );
    const ask = this.ask ?? this.waiting();
    const anchors = turn.anchors.filter((anchor) => !work.dropped.has(anchor) && !this.takenBack.has(anchor));
    return {
      updates,
      session,
      changes: [...this.consented, ...changes],
      intents: this.intents,
      anchors,
      ...(ask ? { ask } : {}),
    };
  }

  private perform(act: SpeechAct): void {
    switch (act.act) {
      case 'declare':
        this.declare(act);
        break;
      case 'correct':
        this.correct(act);
        break;
      case 'consent':
        this.answer(act.answer);
        break;
      case 'mention':
        this.mention(act.anchor, act.corrects);
        break;
      case 'undo':
      case 'ask':
        break;
    }
  }

  private declare(act: SpeechAct & { act: 'declare' }): void {
    const typed = act.kind === 'state' ? typedValue(act.value, this.turn) : undefined;
    const value = typed?.value ?? act.value;
    const key = act.many ? this.freeKey(act.key, value) : act.key;
    const slot = { kind: act.kind, key };
    if (act.kind === 'state' && !admits(slot, value, typed)) return;
    // “change my X to Y” about an X that memory does not know is a request about the task, not a fact about the user.
    const ofTask = act.corrects && attributeOfKey(key) === undefined && !this.filled(slot);
    this.put(ofTask ? { kind: 'state', key } : slot, value, {
      durable: act.durable && !ofTask,
      corrects: act.corrects,
    });
  }

  /** `allergy`, `allergy/2`, …: the key that holds the value already, or the next one. */
  private freeKey(key: string, value: string): string {
    for (let i = 1; ; i++) {
      const numbered = i === 1 ? key : `${key}/${i}`;
      const held = this.work.get('facts', numbered) ?? this.turn.profile.get(numbered);
      if (held === undefined || held === value) return numbered;
    }
  }

  private put(slot: Slot, value: string, how: { durable: boolean; corrects: boolean }): void {
    const confirmed = slot.kind === 'facts' ? this.turn.profile.get(slot.key) : undefined;
    const overrides = how.durable && how.corrects && confirmed !== undefined && confirmed !== value;
    this.work.set({ ...slot, value, ...(overrides ? { confirmedBefore: confirmed } : {}) });
    this.forget(slot.key);
    if (!how.durable || confirmed === value) return;
    if (overrides) this.intents.push({ type: 'correct', key: slot.key, value });
    else this.propose(slot.key, value);
  }

  /** A value said anew in the same turn leaves no intent of the old one. */
  private forget(key: string): void {
    const stale = this.intents.findIndex(
      (intent) => (intent.type === 'declare' || intent.type === 'correct') && intent.key === key,
    );
    if (stale >= 0) this.intents.splice(stale, 1);
    if (this.ask?.key === key) this.ask = undefined;
  }

  private propose(key: string, value: string): void {
    const open = this.turn.candidates.find((candidate) => candidate.key === key && candidate.value === value);
    const candidateId = open?.id ?? deriveId('candidate', this.turn.commandId, key);
    if (!open) this.intents.push({ type: 'declare', candidateId, key, value });
    this.ask ??= { candidate_id: candidateId, key, value };
  }

  private correct(act: SpeechAct & { act: 'correct' }): void {
    const typed = typedValue(act.value, this.turn);
    if (act.from !== undefined)
      for (const anchor of this.turn.anchors) if (act.from.includes(anchor.text)) this.takenBack.add(anchor);
    const slot = this.target(act, typed);
    if (!slot) {
      const mentioned = typed && slotOfMention(typed.kind);
      if (mentioned && typed) this.work.set({ ...mentioned, value: typed.value });
      return;
    }
    const attribute = attributeOfKey(slot.key);
    const durable = slot.kind === 'facts' && (attribute?.durable ?? true);
    this.put(slot, slot.kind === 'state' ? (typed?.value ?? act.value) : act.value, { durable, corrects: true });
  }

  /** By the value that is denied; else by the type of the new one; else what was said last, in this turn or the one before. */
  private target(act: SpeechAct & { act: 'correct' }, typed: ReturnType<typeof typedValue>): Slot | undefined {
    if (act.from !== undefined) {
      const held = this.work.holding(act.from) ?? this.confirmed(act.from);
      if (held && admits(held, act.value, typed)) return held;
      return undefined;
    }
    if (act.typedOnly) return typed && slotsOfKind(typed.kind).find((slot) => this.filled(slot));
    const last = this.work.lastSet();
    const recent =
      last &&
      (last.turnId === undefined || last.turnId === this.turn.previousTurnId || last.turnId === this.turn.turnId);
    if (
      recent &&
      last.kind === 'facts' &&
      admits(last, act.value, typed) &&
      !(typed && slotsOfKind(typed.kind).some((slot) => this.filled(slot)))
    )
      return { kind: last.kind, key: last.key };
    if (typed) return slotsOfKind(typed.kind).find((slot) => this.filled(slot));
    return recent && admits(last, act.value, typed) ? { kind: last.kind, key: last.key } : undefined;
  }

  private confirmed(value: string): Slot | undefined {
    const fact = [...this.turn.profile].find(([, held]) => held.toLowerCase() === value.toLowerCase());
    return fact && { kind: 'facts', key: fact[0] };
  }

  private filled(slot: Slot): boolean {
    return (
      this.work.get(slot.kind, slot.key) !== undefined || (slot.kind === 'facts' && this.turn.profile.has(slot.key))
    );
  }

  private answer(answer: 'yes' | 'no'): void {
    const { asked } = this;
    if (!asked) return;
    if (answer === 'yes') {
      this.intents.push({ type: 'confirm', candidateId: asked.id, key: asked.key, value: asked.value });
      this.consented.push({ op: 'confirmed', key: asked.key, value: asked.value });
      return;
    }
    const replaced = this.turn.acts.some(({ act }) => act === 'correct' || act === 'declare');
    this.intents.push({ type: 'refuse', candidateId: asked.id });
    if (replaced) return;
    this.consented.push({ op: 'refused', key: asked.key });
    if (this.work.get('facts', asked.key) === asked.value)
      this.work.set({ kind: 'facts', key: asked.key, value: null });
  }

  /** The first of a kind in a turn fills its slot; a later one only where the user takes the first back. */
  private mention(anchor: Anchor, corrects: boolean): void {
    const slot = slotOfMention(anchor.kind);
    if (!slot || (this.work.wasMentioned(slot) && !corrects)) return;
    this.work.set({ ...slot, value: anchor.value }, anchor);
  }

  private injected() {
    return [...this.turn.constraints].flatMap(([key, value]) =>
      this.turn.session.constraints.get(key) === value ? [] : [{ kind: 'constraints' as const, key, value }],
    );
  }

  /** An open candidate that no reply has asked for yet. */
  private waiting(): LightUpdate['ask'] {
    const settled = new Set(this.intents.flatMap((intent) => ('candidateId' in intent ? [intent.candidateId] : [])));
    const touched = new Set(this.intents.flatMap((intent) => ('key' in intent ? [intent.key] : [])));
    const open = this.turn.candidates.find(
      (candidate) => candidate.status === 'candidate' && !settled.has(candidate.id) && !touched.has(candidate.key),
    );
    return open && { candidate_id: open.id, key: open.key, value: open.value };
  }
}
