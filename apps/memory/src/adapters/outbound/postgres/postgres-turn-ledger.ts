import { refuse, userId as asUserId, type Clock, type Json, type Refusal } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import {
  TurnLedger,
  type AssembleQuery,
  type CommitKnowledge,
  type CommitRecord,
  type LearningKnowledge,
  type Moved,
  type Recorded,
  type RecordedTurn,
  type Repeated,
  type TurnKey,
  type TurnKnowledge,
  type TurnRecord,
} from '../../../ports/turn-ledger';
import { activityWrites } from './activity-sql';
import { BIND_SESSION, LOAD_TURN, RECORD_TURN } from './assemble-sql';
import type { GateMode } from '../../../domain/candidates/gate-policy';
import { WRITE_SAMPLES } from './item-life-sql';
import { LOAD_COMMIT, RECORD_COMMIT } from './commit-sql';
import { CommandBatches, type Decision, type Statement } from './command-batches';
import { SessionMoved } from './once';
import { candidatesOf, type FoundColumns } from './found-columns';
import { namedContactsValues } from './named-contacts-sql';
import { searchValues } from './search-sql';
import { planWrites } from './plan-writes';
import { signalWrites } from './signal-sql';
import { useWrites } from './use-writes';
import {
  contactOf,
  factOf,
  roundOf,
  updateOf,
  type ContactRow,
  type FactRow,
  type OpenCandidate,
  type RoundRow,
  type UpdateRow,
} from './rows';

interface TurnRow {
  readonly movedTo: string | null;
  readonly session: { userId: string; version: number; ended: boolean } | null;
  readonly recorded: { reply: Json } | null;
  readonly base: number;
  readonly updates: readonly UpdateRow[];
  readonly profile: readonly FactRow[];
  readonly placed: { readonly segment: string | null; readonly mode: GateMode | null } | null;
  readonly candidates: readonly OpenCandidate[];
  readonly rounds: readonly RoundRow[];
  readonly summary: { text: string; until: number } | null;
  readonly found: FoundColumns;
  readonly contacts: readonly (ContactRow & { readonly own: boolean })[];
  readonly erased: boolean;
}

interface CommitRow {
  readonly movedTo: string | null;
  readonly recorded: { reply: Json } | null;
  readonly owner: string | null;
  readonly intents: CommitKnowledge['intents'];
  readonly learning: LearningKnowledge | null;
  readonly active: CommitKnowledge['active'];
  readonly candidates: readonly OpenCandidate[];
  readonly erased: boolean;
}

/** Commands that arrive together share a transaction; what is repeated is found by its recorded reply. */
export class PostgresTurnLedger extends TurnLedger {
  private readonly batches: CommandBatches;

  constructor(
    database: SqlDatabase,
    private readonly clock: Clock,
    /** The model that items wait for; without one their vectors are made as they are written. */
    private readonly embeddedBy?: string,
  ) {
    super();
    this.batches = new CommandBatches(database);
  }

  async assemble<R>(
    key: TurnKey,
    query: AssembleQuery,
    decide: (known: TurnKnowledge) => TurnRecord<R>,
  ): Promise<RecordedTurn<R> | Repeated | Moved | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId, saidAtMs } = key;
    return this.batches.run({
      summary: 'SELECT memory_items INSERT session_updates',
      scope: { tenant, user: userId },
      load: [
        LOAD_TURN,
        [
          ...[tenant, userId, sessionId, turnId, commandId, query.knownVersion, saidAtMs],
          ...namedContactsValues(query.people),
          ...searchValues(query.search, query.bounds),
        ],
      ],
      decide: (rows) => this.assembleFrom(key, query, rows[0] as TurnRow, decide),
    });
  }

  async commit<R>(
    key: TurnKey,
    decide: (known: CommitKnowledge) => CommitRecord<R>,
  ): Promise<Recorded<R> | Repeated | Moved | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId, saidAtMs } = key;
    return this.batches.run({
      summary: 'INSERT profile_facts memory_items',
      scope: { tenant, user: userId },
      load: [LOAD_COMMIT, [tenant, userId, sessionId, turnId, commandId, saidAtMs]],
      decide: (rows) => this.commitFrom(key, rows[0] as CommitRow, decide),
    });
  }

  private assembleFrom<R>(
    key: TurnKey,
    query: AssembleQuery,
    row: TurnRow,
    decide: (known: TurnKnowledge) => TurnRecord<R>,
  ): Decision<RecordedTurn<R> | Repeated | Moved | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId, saidAtMs } = key;
    if (row.movedTo !== null) return answer({ movedTo: asUserId(row.movedTo) });
    if (row.recorded) return answer({ repeated: true, reply: row.recorded.reply });
    if (row.session && row.session.userId !== userId) return answer(FOREIGN);
    if (row.session?.ended) return answer(refuse('gone', 'session_ended', 'The session has ended.'));
    const version = row.session?.version ?? 0;
    const known = {
      baseVersion: row.base,
      version,
      updates: row.updates.map(updateOf),
      profile: row.profile.map(factOf),
      ...(typeof row.placed?.segment === 'string' ? { segment: row.placed.segment } : {}),
      ...(row.placed?.mode ? { mode: row.placed.mode } : {}),
      candidates: row.candidates,
      rounds: row.rounds.map(roundOf),
      ...(row.summary ? { summary: row.summary.text } : {}),
      found: candidatesOf(row.found),
      contacts: row.contacts.map(({ own, ...contact }) => ({ ...contactOf(contact), own })),
      erased: row.erased,
    };
    const { updates, reply, intents, after, round, folded } = decide(known);
    const now = this.clock.now();
    const numbered = updates.map((update, i) => ({ ...update, n: version + i + 1 }));
    const bind: Statement = [
      BIND_SESSION,
      [tenant, userId, sessionId, now, query.channel?.name, query.channel?.externalId],
    ];
    const record: Statement = [
      RECORD_TURN,
      [
        tenant,
        userId,
        sessionId,
        turnId,
        commandId,
        version,
        JSON.stringify(numbered),
        JSON.stringify(reply),
        JSON.stringify(intents),
        now,
        round?.said,
        saidAtMs,
        round?.answered?.turnId,
        round?.answered?.reply,
        JSON.stringify(round?.answered?.slots ?? {}),
        folded?.summary,
        folded?.untilRound,
        round?.space,
      ],
    ];
    return {
      writes: row.session ? [record] : [bind, record],
      finish: (answers) => {
        const [moved] = (answers.at(-1) ?? []) as readonly { moved: number }[];
        if (moved?.moved !== 1) throw new SessionMoved();
        return { repeated: false, reply, after, version: version + updates.length };
      },
    };
  }

  private commitFrom<R>(
    key: TurnKey,
    row: CommitRow,
    decide: (known: CommitKnowledge) => CommitRecord<R>,
  ): Decision<Recorded<R> | Repeated | Moved | Refusal> {
    const { tenant, userId, sessionId, turnId, commandId } = key;
    if (row.movedTo !== null) return answer({ movedTo: asUserId(row.movedTo) });
    if (row.recorded) return answer({ repeated: true, reply: row.recorded.reply });
    if (row.owner !== null && row.owner !== userId) return answer(FOREIGN);
    const { learning, ...known } = row;
    const { plan, usedMemoryIds, samples, signals, acted, forgetting, reply } = decide({
      ...known,
      ...(learning ? { learning } : {}),
    });
    const now = this.clock.now();
    const writes: Statement[] = [
      [RECORD_COMMIT, [tenant, commandId, userId, sessionId, turnId, JSON.stringify(reply), now, forgetting.workAfter]],
      ...planWrites(plan, {
        ...{ tenant, userId, sessionId, sourceId: turnId, nowMs: now },
        ...(this.embeddedBy === undefined ? {} : { embeddedBy: this.embeddedBy }),
      }),
    ];
    if (usedMemoryIds.length > 0)
      writes.push(...useWrites({ tenant, userId, itemIds: usedMemoryIds }, forgetting, now));
    if (samples.length > 0) writes.push([WRITE_SAMPLES, [tenant, userId, JSON.stringify(samples), now]]);
    if (signals) writes.push(...signalWrites(signals, key));
    if (acted) writes.push(...activityWrites(acted, key));
    return { writes, finish: () => ({ repeated: false, reply, version: 0 }) };
  }
}

const FOREIGN = refuse('not_found', 'session_not_found', 'The session belongs to another user.');

function answer<T>(value: T): Decision<T> {
  return { writes: [], finish: () => value };
}
