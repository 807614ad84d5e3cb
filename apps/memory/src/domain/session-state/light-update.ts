import type { Anchor } from '@plinth/contracts';
import { attributeOfSubject } from '../utterance/address-book';
import type { SpeechAct } from '../utterance/speech-act';
import { correctionTarget, isFilled } from './correction-target';
import { expiredKeys } from './expired-keys';
import { isAmbiguous } from './namesakes';
import { Proposals } from './proposals';
import { foldUpdates, type Slot, type UpdateBody } from './session-state';
import { admits, isTyped, slotOfMention, typedValue } from './slot-types';
import type { LightUpdate, TurnInput } from './turn-input';
import { undoLast } from './undo-last';
import { WorkingSession } from './working-session';

export type { LightUpdate } from './turn-input';

/** Updates the session by what the user said, before anything is recalled (M14): pure, and the same for the same input. */
export function lightUpdate(turn: TurnInput): LightUpdate {
  if (turn.acts.some(({ act }) => act === 'undo')) return undoLast(turn);
  return new TurnUpdate(turn).run();
}

class TurnUpdate {
  private readonly work: WorkingSession;
  private readonly proposals: Proposals;
  private readonly takenBack = new Set<Anchor>();

  constructor(private readonly turn: TurnInput) {
    this.work = new WorkingSession(turn.session, turn.profile);
    this.proposals = new Proposals(turn);
  }

  run(): LightUpdate {
    const { turn, work, proposals } = this;
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
    const ask = proposals.question();
    const anchors = turn.anchors.filter((anchor) => !work.dropped.has(anchor) && !this.takenBack.has(anchor));
    return {
      updates,
      session,
      changes: [...proposals.consented, ...changes],
      intents: proposals.intents,
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
      case 'expire':
        this.expire(act);
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
    const value = isTyped(act) ? (typed?.value ?? act.value) : act.value;
    const key = act.many ? this.freeKey(act.key, value) : act.key;
    const slot = { kind: act.kind, key };
    if (act.kind === 'state' && !admits(slot, value, typed)) return;
    if (act.doubted === true || isAmbiguous(key, this.work.slots('facts'), this.turn.profile)) {
      if (act.durable && act.kind === 'facts' && !this.holds(key, value)) this.proposals.propose(key, value);
      return;
    }
    // “change my X to Y” about an X that memory does not know is a request about the task, not a fact about the user.
    const ofTask = act.corrects && attributeOfSubject(key) === undefined && !isFilled(slot, this.turn, this.work);
    this.put(ofTask ? { kind: 'state', key } : slot, value, {
      durable: act.durable && !ofTask,
      corrects: act.corrects,
    });
  }

  private holds(key: string, value: string): boolean {
    return (this.work.get('facts', key) ?? this.turn.profile.get(key)) === value;
  }

  private expire(act: SpeechAct & { act: 'expire' }): void {
    const ended = expiredKeys(act, new Map([...this.turn.profile, ...this.work.slots('facts')]));
    if (ended.length === 0 && act.otherwise) return this.declare(act.otherwise);
    for (const key of ended) {
      const confirmed = this.turn.profile.get(key);
      this.work.set({
        kind: 'facts',
        key,
        value: null,
        ...(confirmed === undefined ? {} : { confirmedBefore: confirmed }),
      });
      this.proposals.expire(key);
    }
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
    const learns = this.turn.mode === 'learn';
    const overrides = how.durable && (how.corrects || learns) && confirmed !== undefined && confirmed !== value;
    this.work.set({ ...slot, value, ...(overrides ? { confirmedBefore: confirmed } : {}) });
    this.proposals.forget(slot.key);
    if (!how.durable || confirmed === value) return;
    if (overrides && how.corrects) this.proposals.correct(slot.key, value);
    else if (learns) this.proposals.learn(slot.key, value);
    else this.proposals.propose(slot.key, value);
  }

  private correct(act: SpeechAct & { act: 'correct' }): void {
    const typed = typedValue(act.value, this.turn);
    if (act.from !== undefined)
      for (const anchor of this.turn.anchors) if (act.from.includes(anchor.text)) this.takenBack.add(anchor);
    const slot = correctionTarget(act, typed, this.turn, this.work);
    if (act.doubted === true) {
      if (slot?.kind === 'facts' && !this.holds(slot.key, act.value)) this.proposals.propose(slot.key, act.value);
      return;
    }
    if (!slot) {
      const mentioned = typed && slotOfMention(typed.kind);
      if (mentioned && typed) this.work.set({ ...mentioned, value: typed.value });
      return;
    }
    const attribute = attributeOfSubject(slot.key);
    const durable = slot.kind === 'facts' && (attribute?.durable ?? true);
    this.put(slot, isTyped(slot) ? (typed?.value ?? act.value) : act.value, { durable, corrects: true });
  }

  private answer(answer: 'yes' | 'no'): void {
    const { asked } = this.proposals;
    if (!asked) return;
    if (answer === 'yes') return this.proposals.confirm(asked);
    const replaced = this.turn.acts.some(({ act }) => act === 'correct' || act === 'declare');
    this.proposals.refuse(asked, replaced);
    if (!replaced && this.work.get('facts', asked.key) === asked.value)
      this.work.set({ kind: 'facts', key: asked.key, value: null });
  }

  /** The first of a kind in a turn fills its slot; a later one only where the user takes the first back. “Last month” fills no day. */
  private mention(anchor: Anchor, corrects: boolean): void {
    const slot = slotOfMention(anchor.kind);
    const period = anchor.kind === 'date' && anchor.value.includes('/');
    if (!slot || period || (this.work.wasMentioned(slot) && !corrects)) return;
    this.work.set({ ...slot, value: anchor.value }, anchor);
  }

  private injected() {
    return [...this.turn.constraints].flatMap(([key, value]) =>
      this.turn.session.constraints.get(key) === value ? [] : [{ kind: 'constraints' as const, key, value }],
    );
  }
}
