import type { MemoryChange } from '@plinth/contracts';
import { deriveId } from '@plinth/kernel';
import type { OpenCandidate } from '../candidates/candidate';
import type { ProfileIntent } from '../profile/intent';
import type { LightUpdate, TurnInput } from './turn-input';

/** What one turn means for the profile: intents in the order said, and the one candidate to ask for (M12). */
export class Proposals {
  readonly intents: ProfileIntent[] = [];
  readonly consented: MemoryChange[] = [];
  /** The candidate that the previous reply asked for. */
  readonly asked: OpenCandidate | undefined;
  private ask: LightUpdate['ask'];

  constructor(private readonly turn: TurnInput) {
    this.asked = turn.candidates.find(({ id }) => id === turn.askedCandidateId);
    if (this.asked?.status === 'candidate') this.intents.push({ type: 'asked', candidateId: this.asked.id });
  }

  propose(key: string, value: string): void {
    const open = this.turn.candidates.find((candidate) => candidate.key === key && candidate.value === value);
    const candidateId = open?.id ?? deriveId('candidate', this.turn.commandId, key);
    // What this turn has confirmed already is not asked for again.
    if (open && this.intents.some((intent) => intent.type === 'confirm' && intent.candidateId === open.id)) return;
    if (!open) this.intents.push({ type: 'declare', candidateId, key, value });
    this.ask ??= { candidate_id: candidateId, key, value };
  }

  /** Nobody is asked; it is as sure as anything that was said. */
  learn(key: string, value: string): void {
    const { commandId, turnId, nowMs } = this.turn;
    const from = { sourceId: turnId, sourceType: 'user', sourceChannel: 'session', observedAtMs: nowMs } as const;
    this.intents.push({
      type: 'store',
      factId: deriveId('learned', commandId, key),
      key,
      value,
      origin: 'learned',
      from,
    });
  }

  correct(key: string, value: string): void {
    this.intents.push({ type: 'correct', key, value });
  }

  confirm({ id, key, value }: OpenCandidate): void {
    this.intents.push({ type: 'confirm', candidateId: id, key, value });
    this.consented.push({ op: 'confirmed', key, value });
  }

  refuse({ id, key }: OpenCandidate, replaced: boolean): void {
    this.intents.push({ type: 'refuse', candidateId: id });
    if (!replaced) this.consented.push({ op: 'refused', key });
  }

  /** What held holds no more: its candidates are withdrawn, and nothing is asked for it. */
  expire(key: string): void {
    this.forget(key);
    this.intents.push({ type: 'expire', key });
    this.consented.push({ op: 'refused', key });
  }

  /** A value said anew in the same turn leaves no intent of the old one. */
  forget(key: string): void {
    const stale = this.intents.findIndex(
      (intent) => (intent.type === 'declare' || intent.type === 'correct') && intent.key === key,
    );
    if (stale >= 0) this.intents.splice(stale, 1);
    if (this.ask?.key === key) this.ask = undefined;
  }

  /** What the reply asks: a value of this turn, else an open candidate that no reply has asked for yet. */
  question(): LightUpdate['ask'] {
    if (this.ask) return this.ask;
    const settled = new Set(this.intents.flatMap((intent) => ('candidateId' in intent ? [intent.candidateId] : [])));
    const touched = new Set(this.intents.flatMap((intent) => ('key' in intent ? [intent.key] : [])));
    const open = this.turn.candidates.find(
      (candidate) => candidate.status === 'candidate' && !settled.has(candidate.id) && !touched.has(candidate.key),
    );
    if (!open) return undefined;
    const { id, key, value, inferred } = open;
    return { candidate_id: id, key, value, ...(inferred === true ? { inferred } : {}) };
  }
}
