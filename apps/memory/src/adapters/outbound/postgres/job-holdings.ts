import type { SqlExecutor } from '@plinth/postgres';
import type { FactLife } from '../../../domain/forgetting/forget';
import type { ItemPair } from '../../../domain/forgetting/duplicates';
import type { ItemLife } from '../../../domain/forgetting/item-life';
import type { Holdings, JobChanges, Reading, SilentSession } from '../../../domain/forgetting/job-work';
import type { Round } from '../../../domain/summary/round';
import type { StepBounds } from '../../../ports/job-ledger';
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

/** Writes what a job has decided, in the same transaction. */
export async function writeChanges(
  tx: SqlExecutor,
  owner: Owner,
  { items }: Pick<Holdings, 'items'>,
  changes: JobChanges,
  nowMs: number,
): Promise<void> {
  const [tenant, userId] = owner;
  const run = async (text: string, given: readonly unknown[] | undefined, ...values: unknown[]): Promise<void> => {
    if (given && given.length > 0) await tx.query(text, [...owner, ...values]);
  };
  const before = new Map(items.map((item) => [item.id, item.status]));
  const lives = changes.items ?? [];
  await run(WRITE_LIVES, lives, JSON.stringify(lives));
  for (const status of ['archived', 'reference', 'active'] as const) {
    const moved = lives.filter((item) => item.status === status && before.get(item.id) !== status).map(({ id }) => id);
    await run(WRITE_STATUS, moved, moved, status, nowMs);
  }
  await run(DEMOTE_FACTS, changes.demotedFacts, changes.demotedFacts, nowMs);
  await run(MERGE_ITEMS, changes.merges, JSON.stringify(changes.merges ?? []), nowMs);
  await run(DEPRECATE, changes.superseded, changes.superseded, nowMs);
  if (changes.logBeforeMs !== undefined) await tx.query(DELETE_OLD_CHANGES, [...owner, changes.logBeforeMs]);
  const nothing = { deprecated: [], facts: [], candidates: [], log: [], items: [] };
  const ended = changes.endedFacts ?? [];
  const end = {
    ...nothing,
    deprecated: ended.map(({ id }) => id),
    log: ended.map(({ id, key, value }) => ({ id: `${id}/ended`, key, oldValue: value, cause: 'ended' as const })),
  };
  const plans = [
    planWrites(end, { tenant, userId, sourceId: 'expire', nowMs }),
    ...(changes.summaries ?? []).map(({ sessionId, items: written }) =>
      planWrites({ ...nothing, items: written }, { tenant, userId, sessionId, sourceId: sessionId, nowMs }),
    ),
  ];
  for (const [text, values] of plans.flat()) await tx.query(text, values);
}

const roundOf = ({ replied, ...round }: SessionRow['rounds'][number]): Round =>
  replied === null ? round : { ...round, replied };
