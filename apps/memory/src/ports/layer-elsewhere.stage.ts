import { isOpen, type OpenCandidate } from '../domain/candidates/candidate';
import { DEFAULT_MEMORY_POLICY } from '../domain/policy/memory-policy';
import type { NewItem } from '../domain/items/new-item';
import type { CommitPlan } from '../domain/profile/commit-plan';
import type { ActiveFact } from '../domain/profile/override';
import type { Candidate } from '../domain/recall/candidate';
import type { Round } from '../domain/summary/round';
import { SessionCache, type CachedSession } from './session-cache';
import {
  TurnLedger,
  type AssembleQuery,
  type CommitKnowledge,
  type CommitRecord,
  type TurnKey,
  type TurnKnowledge,
  type TurnRecord,
} from './turn-ledger';

/** One layer of memory kept in other hands: what a turn knows of it, and what becomes of what the turn decides for it. */
export interface LayerElsewhere {
  known(known: TurnKnowledge, key: TurnKey): TurnKnowledge;
  /** Takes its part and leaves the rest to the ledger. */
  told<R>(record: TurnRecord<R>, key: TurnKey): TurnRecord<R>;
  knownAtCommit(known: CommitKnowledge): CommitKnowledge;
  committed(plan: CommitPlan): CommitPlan;
}

/** A ledger with one of its layers elsewhere: the others stay one statement and one transaction. */
export class LedgerWithLayer extends TurnLedger {
  constructor(
    private readonly inner: TurnLedger,
    private readonly layer: LayerElsewhere,
  ) {
    super();
  }

  assemble<R>(key: TurnKey, query: AssembleQuery, decide: (known: TurnKnowledge) => TurnRecord<R>) {
    const { layer } = this;
    return this.inner.assemble(key, query, (known) => layer.told(decide(layer.known(known, key)), key));
  }

  commit<R>(key: TurnKey, decide: (known: CommitKnowledge) => CommitRecord<R>) {
    return this.inner.commit(key, (known) => {
      const record = decide(this.layer.knownAtCommit(known));
      return { ...record, plan: this.layer.committed(record.plan) };
    });
  }
}

const UNTOUCHED: LayerElsewhere = {
  known: (known) => known,
  told: (record) => record,
  knownAtCommit: (known) => known,
  committed: (plan) => plan,
};

export function profileInMemory(): LayerElsewhere {
  const facts = new Map<string, ActiveFact>();
  const candidates = new Map<string, OpenCandidate>();
  return {
    ...UNTOUCHED,
    known: (known, { saidAtMs }) => ({
      ...known,
      profile: [...facts.values()].map((fact) => ({ ...fact, sourceType: 'user' as const })),
      candidates: [...candidates.values()].filter((candidate) =>
        isOpen(candidate, saidAtMs, DEFAULT_MEMORY_POLICY.gate),
      ),
    }),
    knownAtCommit: (known) => ({ ...known, active: [...facts.values()], candidates: [...candidates.values()] }),
    committed: (plan) => {
      for (const { status, ...candidate } of plan.candidates) {
        if (status === 'candidate' || status === 'asked') candidates.set(candidate.id, { ...candidate, status });
        else candidates.delete(candidate.id);
      }
      for (const { id, status, ...fact } of plan.facts) {
        if (status === 'active') facts.set(fact.key, { id, ...fact });
      }
      return { ...plan, facts: [], candidates: [], log: [] };
    },
  };
}

/** Episodes, or everything else that is found by search. */
export function itemsInMemory(belongs: (kind: NewItem['kind']) => boolean): LayerElsewhere {
  const items: NewItem[] = [];
  return {
    ...UNTOUCHED,
    known: (known) => ({
      ...known,
      found: [...known.found.filter(({ kind }) => !belongs(kind)), ...items.map(asFound)],
    }),
    committed: (plan) => {
      items.push(...plan.items.filter(({ kind }) => belongs(kind)));
      return { ...plan, items: plan.items.filter(({ kind }) => !belongs(kind)) };
    },
  };
}

const asFound = (item: NewItem, place: number): Candidate => ({
  ...item,
  atMs: item.validFromMs,
  arms: { keyword: { rank: place + 1, score: 1 } },
});

export function windowInMemory(): LayerElsewhere {
  const sessions = new Map<string, Map<string, Round & { readonly n: number }>>();
  return {
    ...UNTOUCHED,
    known: (known, { sessionId }) => ({ ...known, rounds: [...(sessions.get(sessionId)?.values() ?? [])] }),
    told: ({ round, folded: _folded, ...record }, { sessionId, turnId, saidAtMs }) => {
      if (!round) return record;
      const rounds = sessions.get(sessionId) ?? new Map<string, Round & { readonly n: number }>();
      const before = round.answered && rounds.get(round.answered.turnId);
      if (before) rounds.set(before.id, { ...before, replied: round.answered?.reply ?? '' });
      rounds.set(turnId, { id: turnId, n: rounds.size + 1, said: round.said, saidAtMs });
      sessions.set(sessionId, rounds);
      return record;
    },
  };
}

/** A hot store that is a map of whole states. */
export class SessionsInMemory extends SessionCache {
  readonly states = new Map<string, CachedSession>();
  hits = 0;

  read({ sessionId }: Parameters<SessionCache['read']>[0]) {
    const state = this.states.get(sessionId);
    if (state) this.hits++;
    return Promise.resolve(state);
  }

  save({ sessionId }: Parameters<SessionCache['save']>[0], to: CachedSession) {
    this.states.set(sessionId, to);
    return Promise.resolve();
  }

  forget(sessions: Parameters<SessionCache['forget']>[0]) {
    for (const { sessionId } of sessions) this.states.delete(sessionId);
    return Promise.resolve();
  }

  async erase(sessions: Parameters<SessionCache['erase']>[0]) {
    await this.forget(sessions);
    return { hashes: sessions.length, processCopies: 0, left: 0 };
  }
}
