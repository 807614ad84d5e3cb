import { deriveId } from '@plinth/kernel';
import { nextStatus, type OpenCandidate } from '../candidates/candidate';
import { newItem, type NewItem } from '../items/new-item';
import type { CandidateWrite, CommitInput, CommitPlan, FactWrite, LogEntry, Reaffirmed } from './commit-plan';
import type { ProfileIntent, Provenance } from './intent';
import { decisionKindOf, decisionSentence } from './decision';
import { factSentence, receiptSentence } from './item-text';
import { override, type ActiveFact, type ChangeCause } from './override';

/** Carries out what the turn means for the profile. Pure; the same commit plans the same ids, so a repetition changes nothing. */
export function planCommit(
  input: CommitInput,
  known: { readonly active: readonly ActiveFact[]; readonly candidates: readonly OpenCandidate[] },
): CommitPlan {
  return new Plan(input, known.active, known.candidates).run();
}

class Plan {
  private readonly active: Map<string, ActiveFact>;
  private readonly stood: ReadonlySet<string>;
  private readonly open: Map<string, CandidateWrite>;
  private readonly deprecated: string[] = [];
  private readonly facts = new Map<string, FactWrite>();
  private readonly reaffirmed = new Map<string, Reaffirmed>();
  private readonly changed = new Map<string, CandidateWrite>();
  private readonly log: LogEntry[] = [];
  private readonly items = new Map<string, NewItem>();

  constructor(
    private readonly input: CommitInput,
    active: readonly ActiveFact[],
    candidates: readonly OpenCandidate[],
  ) {
    this.active = new Map(active.map((fact) => [fact.key, fact]));
    this.stood = new Set(active.map(({ id }) => id));
    this.open = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  }

  run(): CommitPlan {
    for (const intent of this.input.intents) this.carryOut(intent);
    this.input.decisions.forEach((decision, i) => {
      const id = deriveId('decision', this.input.turnId, i);
      this.episode(id, decisionSentence(decision, this.input.locale), 'system', decisionKindOf(decision.kind));
    });
    for (const { commandId, skill, receipt } of this.input.receipts)
      this.episode(deriveId('receipt', commandId), receiptSentence(skill, receipt), 'tool');
    return {
      deprecated: this.deprecated,
      facts: [...this.facts.values()],
      reaffirmed: [...this.reaffirmed.values()],
      candidates: [...this.changed.values()],
      log: this.log,
      items: [...this.items.values()],
    };
  }

  private carryOut(intent: ProfileIntent): void {
    const { observedAtMs } = this.input;
    switch (intent.type) {
      case 'declare':
        this.settle(intent.key, 'superseded');
        this.note({
          id: intent.candidateId,
          key: intent.key,
          value: intent.value,
          status: 'candidate',
          observedAtMs: intent.from?.observedAtMs ?? observedAtMs,
          ...(intent.from ? { from: intent.from } : {}),
        });
        break;
      case 'asked':
        this.move(intent.candidateId, 'asked');
        break;
      case 'refuse':
        this.move(intent.candidateId, 'refused');
        break;
      case 'withdraw':
        this.settle(intent.key, 'withdrawn');
        break;
      case 'expire':
        this.settle(intent.key, 'withdrawn');
        this.end(intent.key);
        break;
      case 'confirm': {
        // The question was in the reply before this turn, whatever the row says of it.
        this.move(intent.candidateId, 'asked');
        this.move(intent.candidateId, 'confirmed');
        const declaredAtMs = this.changed.get(intent.candidateId)?.observedAtMs ?? observedAtMs;
        this.store(
          { id: intent.candidateId, key: intent.key, value: intent.value, observedAtMs: declaredAtMs },
          'confirmed',
        );
        break;
      }
      case 'correct':
        this.settle(intent.key, 'superseded');
        this.store(
          {
            id: deriveId('fact', this.input.commandId, intent.key),
            key: intent.key,
            value: intent.value,
            observedAtMs,
          },
          'corrected',
        );
        break;
      case 'store':
        this.settle(intent.key, 'superseded');
        this.store(
          { id: intent.factId, key: intent.key, value: intent.value, observedAtMs: intent.from.observedAtMs },
          intent.origin,
          intent.from,
        );
        break;
    }
  }

  private store(
    fact: ActiveFact,
    cause: Exclude<ChangeCause, 'superseded_earlier' | 'renewed' | 'ended'>,
    from?: Provenance,
  ): void {
    const confidence = from?.confidence ?? this.credibilityOf(cause);
    const standing = this.active.get(fact.key);
    const outcome = override(standing, fact);
    if (outcome.status === 'unchanged') return;
    if (outcome.status === 'reaffirmed')
      return this.reaffirm({ ...(standing ?? fact), observedAtMs: fact.observedAtMs }, confidence, from);
    this.facts.set(fact.id, {
      ...fact,
      status: outcome.status,
      confidence,
      ...(from ? { from } : {}),
    });
    const old = outcome.deprecates;
    this.log.push({
      id: deriveId('change', this.input.commandId, fact.key, this.log.length),
      key: fact.key,
      newValue: fact.value,
      ...(old ? { oldValue: old.value } : {}),
      cause: outcome.status === 'deprecated' ? 'superseded_earlier' : cause,
    });
    if (outcome.status === 'deprecated') return;
    if (old) this.retire(old);
    this.active.set(fact.key, fact);
    this.items.set(
      fact.id,
      newItem({
        id: fact.id,
        kind: 'fact',
        key: fact.key,
        content: factSentence(fact.key, fact.value, this.input.locale),
        sourceType: 'user',
        sourceId: this.input.turnId,
        observedAtMs: fact.observedAtMs,
        ...from,
        confidence,
      }),
    );
  }

  /** A correction of what was confirmed confirms the new value (M12). */
  private credibilityOf(cause: Exclude<ChangeCause, 'superseded_earlier' | 'renewed' | 'ended'>): number {
    const { confirmed, verified, said } = this.input.credibility;
    return { confirmed, corrected: confirmed, verified, learned: said }[cause];
  }

  /** Nothing ends what was observed after the end was told. */
  private end(key: string): void {
    const standing = this.active.get(key);
    if (!standing || standing.observedAtMs > this.input.observedAtMs) return;
    this.log.push({
      id: deriveId('change', this.input.commandId, key, this.log.length),
      key,
      oldValue: standing.value,
      cause: 'ended',
    });
    this.retire(standing);
    this.active.delete(key);
  }

  private reaffirm(fact: ActiveFact, confidence: number, from?: Provenance): void {
    const { id, key, value, observedAtMs } = fact;
    const again = { id, confidence, observedAtMs, ...(from ? { from } : {}) };
    this.active.set(key, fact);
    this.facts.set(id, { ...(this.facts.get(id) ?? { status: 'active', confidence }), ...fact });
    this.reaffirmed.set(id, again);
    if (from) {
      const change = deriveId('change', this.input.commandId, key, this.log.length);
      this.log.push({ id: change, key, oldValue: value, newValue: value, cause: 'renewed' });
    }
  }

  private retire(old: ActiveFact): void {
    const own = this.facts.get(old.id);
    // One that stood before this plan has an item in the store, which goes with it, reaffirmed here or not.
    if (this.stood.has(old.id)) {
      this.facts.delete(old.id);
      this.deprecated.push(old.id);
    } else if (own) this.facts.set(old.id, { ...own, status: 'deprecated' });
    this.items.delete(old.id);
  }

  private episode(id: string, content: string, sourceType: 'system' | 'tool', task?: string): void {
    this.items.set(
      id,
      newItem({
        id,
        kind: 'episode',
        content,
        sourceType,
        sourceId: id,
        ...(task === undefined ? {} : { task }),
        confidence: this.input.credibility.verified,
        observedAtMs: this.input.observedAtMs,
        ...(this.input.space === undefined ? {} : { space: this.input.space }),
      }),
    );
  }

  private move(id: string, event: Parameters<typeof nextStatus>[1]): void {
    const candidate = this.changed.get(id) ?? this.open.get(id);
    if (candidate) this.note({ ...candidate, status: nextStatus(candidate.status, event) });
  }

  private settle(key: string, event: 'superseded' | 'withdrawn'): void {
    for (const [id, candidate] of new Map([...this.open, ...this.changed]))
      if (candidate.key === key) this.move(id, event);
  }

  private note(candidate: CandidateWrite): void {
    this.changed.set(candidate.id, candidate);
  }
}
