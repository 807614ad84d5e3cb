import type { SqlExecutor } from '@plinth/postgres';
import type { FactLife } from '../../../domain/forgetting/forget';
import type { ItemPair } from '../../../domain/forgetting/duplicates';
import type { ItemLife } from '../../../domain/forgetting/item-life';
import type { Holdings, JobChanges, Reading, SilentSession } from '../../../domain/forgetting/job-work';
import type { Round } from '../../../domain/summary/round';
import type { StepBounds } from '../../../ports/job-ledger';
import type { Statement } from './command-batches';
import { DEPRECATE } from './commit-sql';
import {
  COUNT_NOT_COMPARED,
  COUNT_OLD_CHANGES,
  DELETE_OLD_CHANGES,
  DEMOTE_FACTS,
  LOAD_FACT_LIVES,
  LOAD_LIVES,
  LOAD_PAIRS,
  LOAD_SILENT,
  LOAD_UNEMBEDDED,
  MERGE_ITEMS,
  WRITE_LIVES,
  WRITE_STATUS,
} from './job-sql';
import { planWrites } from './plan-writes';

type Owner = readonly [tenant: string, user: string];
type SessionRow = Omit<SilentSession, 'rounds'> & {
  readonly rounds: readonly (Omit<Round, 'replied'> & { replied: string | null })[];
};

/** Reads what a job asks for, of the user whose scope the transaction is in. */
export async function readHoldings(
  tx: SqlExecutor,
  owner: Owner,
  reads: readonly Reading[],
  bounds: StepBounds,
): Promise<Holdings> {
  const { compared, cosine, logBeforeMs, silentSinceMs, rounds } = bounds;
  const ask = <Row>(what: Reading, text: string, ...values: unknown[]): Promise<Row[]> =>
    reads.includes(what) ? tx.query<Row>(text, [...owner, ...values]) : Promise.resolve([]);
  const items = await ask<ItemLife>('items', `${LOAD_LIVES} ORDER BY id FOR UPDATE`);
  const facts = await ask<FactLife>('facts', LOAD_FACT_LIVES);
  const pairs = await ask<ItemPair>('pairs', LOAD_PAIRS, compared, cosine);
  const unembedded = await ask<Holdings['unembedded'][number]>('unembedded', LOAD_UNEMBEDDED, compared);
  const [left] = await ask<{ count: number }>('notCompared', COUNT_NOT_COMPARED, compared);
  const sessions = await ask<SessionRow>('sessions', LOAD_SILENT, silentSinceMs, rounds);
  const [old] = await ask<{ count: number }>('oldChanges', COUNT_OLD_CHANGES, logBeforeMs);
  return {
    items,
    facts,
    pairs,
    unembedded,
    notCompared: left?.count ?? 0,
    sessions: sessions.map((session) => ({ ...session, rounds: session.rounds.map(roundOf) })),
    oldChanges: old?.count ?? 0,
  };
}

type Change = Exclude<keyof JobChanges, 'counts'>;
interface Writing {
  readonly owner: Owner;
  readonly before: Pick<Holdings, 'items'>;
  readonly changes: JobChanges;
  readonly nowMs: number;
}

/** Writes what a job has decided, in the same transaction. */
export async function writeChanges(
  tx: SqlExecutor,
  owner: Owner,
  before: Pick<Holdings, 'items'>,
  changes: JobChanges,
  nowMs: number,
): Promise<void> {
  for (const write of Object.values(WRITERS))
    for (const [text, values] of write({ owner, before, changes, nowMs })) await tx.query(text, values);
}

/** The statements of each change, in the order in which they run; one that none writes does not compile. */
const WRITERS: Readonly<Record<Change, (writing: Writing) => readonly Statement[]>> = {
  items: ({ owner, before, changes: { items = [] }, nowMs }) => {
    const status = new Map(before.items.map((item) => [item.id, item.status]));
    return [
      ...given(items, [WRITE_LIVES, [...owner, JSON.stringify(items)]]),
      ...(['archived', 'reference', 'active'] as const).flatMap((now) => {
        const moved = items.filter((item) => item.status === now && status.get(item.id) !== now).map(({ id }) => id);
        return given(moved, [WRITE_STATUS, [...owner, moved, now, nowMs]]);
      }),
    ];
  },
  demotedFacts: ({ owner, changes: { demotedFacts = [] }, nowMs }) =>
    given(demotedFacts, [DEMOTE_FACTS, [...owner, demotedFacts, nowMs]]),
  merges: ({ owner, changes: { merges = [] }, nowMs }) =>
    given(merges, [MERGE_ITEMS, [...owner, JSON.stringify(merges), nowMs]]),
  superseded: ({ owner, changes: { superseded = [] }, nowMs }) =>
    given(superseded, [DEPRECATE, [...owner, superseded, nowMs]]),
  logBeforeMs: ({ owner, changes: { logBeforeMs } }) =>
    logBeforeMs === undefined ? [] : [[DELETE_OLD_CHANGES, [...owner, logBeforeMs]]],
  endedFacts: ({ owner: [tenant, userId], changes: { endedFacts = [] }, nowMs }) =>
    planWrites(
      {
        ...NOTHING,
        deprecated: endedFacts.map(({ id }) => id),
        log: endedFacts.map(({ id, key, value }) => ({ id: `${id}/ended`, key, oldValue: value, cause: 'ended' })),
      },
      { tenant, userId, sourceId: 'expire', nowMs },
    ),
  summaries: ({ owner: [tenant, userId], changes: { summaries = [] }, nowMs }) =>
    summaries.flatMap(({ sessionId, items }) =>
      planWrites({ ...NOTHING, items }, { tenant, userId, sessionId, sourceId: sessionId, nowMs }),
    ),
};

const NOTHING = { deprecated: [], facts: [], candidates: [], log: [], items: [] };

const given = (rows: readonly unknown[], statement: Statement): readonly Statement[] =>
  rows.length === 0 ? [] : [statement];

const roundOf = ({ replied, ...round }: SessionRow['rounds'][number]): Round =>
  replied === null ? round : { ...round, replied };
