import { refuse, type Clock, type Json, type Refusal } from '@plinth/kernel';
import type { SqlDatabase, SqlExecutor } from '@plinth/postgres';
import type { ItemWrite } from '../../../domain/profile/plan-commit';
import { itemVector, TERM_DIMENSIONS, textLength } from '../../../domain/terms/bm25';
import { termCounts } from '../../../domain/terms/tokenise';
import {
  TurnLedger,
  type AssembleQuery,
  type CommitKnowledge,
  type CommitRecord,
  type Recorded,
  type Repeated,
  type TurnKey,
  type TurnKnowledge,
  type TurnRecord,
} from '../../../ports/turn-ledger';
import { BIND_SESSION, LOAD_TURN, RECORD_TURN } from './assemble-sql';
import { COUNT_HITS, DEPRECATE, LOAD_COMMIT, RECORD_COMMIT, WRITE_FACTS, WRITE_ITEMS, WRITE_LOG } from './commit-sql';
import { againWhenOvertaken, SessionMoved } from './once';
import {
  foundOf,
  updateOf,
  type FoundRow,
  type OpenCandidate,
  type ProfileFact,
  type ProfileIntent,
  type UpdateRow,
} from './rows';

interface TurnRow {
  readonly session: { userId: string; version: number; ended: boolean } | null;
  readonly recorded: { reply: Json } | null;
  readonly base: number;
  readonly updates: readonly UpdateRow[];
  readonly profile: readonly ProfileFact[];
  readonly candidates: readonly OpenCandidate[];
  readonly found: readonly FoundRow[];
  readonly erased: boolean;
}

interface CommitRow {
  readonly recorded: { reply: Json } | null;
  readonly owner: string | null;
  readonly intents: readonly ProfileIntent[];
  readonly active: CommitKnowledge['active'];
  readonly candidates: readonly OpenCandidate[];
  readonly averageLength: number | null;
  readonly erased: boolean;
}

/** Three round trips a command: BEGIN with the reading, the writing, COMMIT. What is repeated is found by its recorded reply. */
export class PostgresTurnLedger extends TurnLedger {
  constructor(
    private readonly database: SqlDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async assemble<R>(
    key: TurnKey,
    query: AssembleQuery,
    decide: (known: TurnKnowledge) => TurnRecord<R>,
  ): Promise<Recorded<R> | Repeated | Refusal> {
    return this.once(key, (tx) => this.assembleIn(tx, key, query, decide));
  }

  async commit<R>(
    key: TurnKey,
    decide: (known: CommitKnowledge) => CommitRecord<R>,
  ): Promise<Recorded<R> | Repeated | Refusal> {
    return this.once(key, (tx) => this.commitIn(tx, key, decide));
  }

  private once<T>({ tenant, userId }: TurnKey, work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    return againWhenOvertaken(() => this.database.transaction(work, { tenant, user: userId }));
  }

  private async assembleIn<R>(
    tx: SqlExecutor,
    key: TurnKey,
    query: AssembleQuery,
    decide: (known: TurnKnowledge) => TurnRecord<R>,
  ): Promise<Recorded<R> | Repeated | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId } = key;
    const dimensions = query.terms.map(([dimension]) => dimension);
    const counts = query.terms.map(([, count]) => count);
    const [row] = await tx.query<TurnRow>(LOAD_TURN, [
      tenant,
      userId,
      sessionId,
      turnId,
      commandId,
      query.knownVersion,
      key.saidAtMs,
      dimensions,
      counts,
    ]);
    if (!row) throw new Error('the statement of a turn answers one row');
    if (row.recorded) return { repeated: true, reply: row.recorded.reply };
    if (row.session && row.session.userId !== userId)
      return refuse('not_found', 'session_not_found', 'The session belongs to another user.');
    if (row.session?.ended) return refuse('gone', 'session_ended', 'The session has ended.');
    const version = row.session?.version ?? 0;
    const record = decide({
      baseVersion: row.base,
      version,
      updates: row.updates.map(updateOf),
      profile: row.profile,
      candidates: row.candidates,
      found: row.found.map(foundOf),
      erased: row.erased,
    });
    const now = this.clock.now();
    const bound = row.session
      ? undefined
      : tx.query(BIND_SESSION, [
          tenant,
          userId,
          sessionId,
          now,
          query.channel?.name ?? null,
          query.channel?.externalId ?? null,
        ]);
    const updates = record.updates.map((update, i) => ({ ...update, n: version + i + 1 }));
    const recorded = tx.query<{ moved: number }>(RECORD_TURN, [
      tenant,
      userId,
      sessionId,
      turnId,
      commandId,
      version,
      JSON.stringify(updates),
      JSON.stringify(record.reply),
      JSON.stringify(record.intents),
      now,
    ]);
    const [, answer] = await Promise.all([bound, recorded]);
    if (answer[0]?.moved !== 1) throw new SessionMoved();
    return { repeated: false, reply: record.reply, version: version + updates.length };
  }

  private async commitIn<R>(
    tx: SqlExecutor,
    key: TurnKey,
    decide: (known: CommitKnowledge) => CommitRecord<R>,
  ): Promise<Recorded<R> | Repeated | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId, saidAtMs } = key;
    const [row] = await tx.query<CommitRow>(LOAD_COMMIT, [tenant, userId, sessionId, turnId, commandId, saidAtMs]);
    if (!row) throw new Error('the statement of a commit answers one row');
    if (row.recorded) return { repeated: true, reply: row.recorded.reply };
    if (row.owner !== null && row.owner !== userId)
      return refuse('not_found', 'session_not_found', 'The session belongs to another user.');
    const { plan, usedMemoryIds, reply } = decide(row);
    const now = this.clock.now();
    const confirmedAsFacts = new Set(plan.facts.map(({ id }) => id));
    const candidates = plan.candidates
      .filter(({ id }) => !confirmedAsFacts.has(id))
      .map((candidate) => ({ ...candidate, confidence: 0.5 }));
    const rows = [...candidates, ...plan.facts];
    const items = plan.items.map((item) => searchable(item, row.averageLength ?? 0));
    const writes = [
      tx.query(RECORD_COMMIT, [tenant, commandId, userId, sessionId, turnId, JSON.stringify(reply), now]),
    ];
    if (plan.deprecated.length > 0) writes.push(tx.query(DEPRECATE, [tenant, userId, plan.deprecated, now]));
    if (rows.length > 0)
      writes.push(tx.query(WRITE_FACTS, [tenant, userId, sessionId, turnId, JSON.stringify(rows), now]));
    if (plan.log.length > 0) writes.push(tx.query(WRITE_LOG, [tenant, userId, JSON.stringify(plan.log), now]));
    if (items.length > 0)
      writes.push(tx.query(WRITE_ITEMS, [tenant, userId, sessionId, saidAtMs, JSON.stringify(items), now]));
    if (usedMemoryIds.length > 0) writes.push(tx.query(COUNT_HITS, [tenant, userId, usedMemoryIds, now]));
    await Promise.all(writes);
    return { repeated: false, reply, version: 0 };
  }
}

function searchable(item: ItemWrite, averageLength: number) {
  const counts = termCounts(item.content);
  const vector = itemVector(counts, averageLength);
  return {
    ...item,
    terms: `{${vector.map(([dimension, weight]) => `${dimension}:${weight}`).join(',')}}/${TERM_DIMENSIONS}`,
    length: textLength(counts),
    dimensions: vector.map(([dimension]) => dimension),
  };
}
