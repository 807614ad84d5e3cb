import { sessionId, type TenantId, type UserId } from '@plinth/kernel';
import type { SqlDatabase, SqlExecutor } from '@plinth/postgres';
import type { Searched } from '../../../ports/erasure-ledger';
import { ItemErasure, type ErasedItem } from '../../../ports/item-erasure';
import { BY_ID, BY_TEXT, FIND, FORGET_IN_SESSIONS, IN_REPLIES, LEFT, namedInReply } from './erase-item-sql';
import { againWhenOvertaken } from './once';

interface FoundItem {
  readonly id: string;
  readonly derived: boolean;
  readonly content: string | null;
  readonly channel: string | null;
  readonly until: number | null;
  readonly rule: string;
  readonly key: string | null;
  readonly value: string | null;
}

/** Shorter texts stand in too much that has nothing to do with the item. */
const MIN_TEXT = 2;

export class PostgresItemErasure extends ItemErasure {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  erase(tenant: TenantId, user: UserId, itemId: string, nowMs: number): Promise<ErasedItem | undefined> {
    return againWhenOvertaken(() =>
      this.database.transaction((tx) => eraseIn(tx, tenant, user, itemId, nowMs), { tenant, user }),
    );
  }

  async search(
    tenant: TenantId,
    user: UserId,
    { ids, texts }: Pick<ErasedItem, 'ids' | 'texts'>,
  ): Promise<readonly Searched[]> {
    const searched = new Map<string, Searched>();
    for (const [where, sql] of LEFT) {
      const [row] = await this.database.query<{ count: number }>(sql, [tenant, user, ids, texts], { tenant, user });
      const { places, found } = searched.get(where) ?? { places: 0, found: 0 };
      searched.set(where, { where, places: places + 1, found: found + (row?.count ?? 0) });
    }
    return [...searched.values()];
  }
}

async function eraseIn(
  tx: SqlExecutor,
  tenant: TenantId,
  user: UserId,
  itemId: string,
  nowMs: number,
): Promise<ErasedItem | undefined> {
  const items = await tx.query<FoundItem>(FIND, [tenant, user, itemId]);
  if (!items.some(({ derived }) => !derived)) return undefined;
  const kept = items.filter(({ until }) => (until ?? 0) > nowMs);
  const refused = kept.map(({ id, channel, rule, until }) => ({
    what: `memory_items: \`${id}\` of source channel \`${channel ?? ''}\``,
    rule,
    until: new Date(until ?? 0).toISOString(),
  }));
  if (kept.some(({ derived }) => !derived)) return { counts: {}, refused, ids: [], texts: [], sessions: [] };
  const gone = items.filter((item) => !kept.includes(item));
  const ids = gone.map(({ id }) => id);
  const said = gone.flatMap(({ content, value }) => [content, value]).filter((text) => text !== null);
  const texts = [...new Set(said.filter(({ length }) => length >= MIN_TEXT).flatMap(asStored))];
  const counts: Record<string, number> = { derived_items: gone.filter(({ derived }) => derived).length };
  const run = async (statements: typeof BY_ID, values: readonly unknown[]) => {
    for (const [name, sql] of statements)
      counts[name] = (await tx.query<{ count: number }>(sql, values))[0]?.count ?? 0;
  };
  await run(BY_ID, [tenant, user, ids]);
  await run(BY_TEXT, [tenant, user, texts]);
  await run(IN_REPLIES, [tenant, user, [...texts, ...ids.map(namedInReply)]]);
  const [emptied] = await tx.query<{ count: number; sessions: readonly { sessionId: string; version: number }[] }>(
    FORGET_IN_SESSIONS,
    [tenant, user, texts, `erasure:${itemId}`],
  );
  return {
    counts: { ...counts, session_updates: emptied?.count ?? 0 },
    refused,
    ids,
    texts,
    sessions: (emptied?.sessions ?? []).map((one) => ({
      tenant,
      userId: user,
      sessionId: sessionId(one.sessionId),
      version: one.version,
    })),
  };
}

/** As it stands in a text, and within JSON. */
const asStored = (text: string): readonly string[] => [text, JSON.stringify(text).slice(1, -1)];
