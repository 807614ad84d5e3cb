import { tenantId, userId } from '@plinth/kernel';
import { enterScope, EVERY_TENANT, type Scope, type SqlDatabase, type SqlExecutor } from '@plinth/postgres';
import { searchedText } from '../../../domain/documents/searched-text';
import { EmbeddingQueue, type ClaimedItem, type EmbeddedItem, type QueuedItem } from '../../../ports/embedding-queue';
import { vectorLiteral } from './search-sql';
import { CLAIM, FORGET_QUEUED, POSTPONE, SHARED_TEXTS, STORE, STORE_SHARED, TEXTS, WAITING } from './vector-sql';

interface QueuedRow {
  readonly tenant: string;
  readonly userId: string | null;
  readonly itemId: string;
  readonly tries: number;
}
interface TextRow {
  readonly id: string;
  readonly content: string;
  readonly above: readonly string[] | null;
}

/** Claims over all tenants by ids alone; texts and vectors are touched in the scope of each owner (M20). */
export class PostgresEmbeddingQueue extends EmbeddingQueue {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async claim(model: string, nowMs: number, leaseMs: number, limit: number): Promise<readonly ClaimedItem[]> {
    const rows = await this.database.query<QueuedRow>(CLAIM, [model, nowMs, nowMs + leaseMs, limit], EVERY_TENANT);
    if (rows.length === 0) return [];
    return this.database.transaction(async (tx) => {
      const claimed: ClaimedItem[] = [];
      for (const items of byOwner(rows.map(queuedOf))) {
        const texts = await readTexts(tx, items);
        const gone = items.filter(({ itemId }) => !texts.has(itemId));
        const [first] = gone;
        if (first) await tx.query(FORGET_QUEUED, [first.tenant, model, given(gone)]);
        claimed.push(
          ...items.flatMap((item) => {
            const text = texts.get(item.itemId);
            return text === undefined ? [] : [{ ...item, text }];
          }),
        );
      }
      return claimed;
    });
  }

  async store(model: string, items: readonly EmbeddedItem[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const own of byOwner(items)) {
        const [first] = own;
        if (!first) continue;
        await enterScope(tx, scopeOf(first));
        const rows = given(own.map((item) => ({ ...item, vector: vectorLiteral({ model, values: item.values }) })));
        if (first.userId === undefined) await tx.query(STORE_SHARED, [first.tenant, model, rows]);
        else await tx.query(STORE, [first.tenant, model, rows, first.userId]);
      }
    });
  }

  async postpone(model: string, items: readonly (QueuedItem & { readonly dueAtMs: number })[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const own of byOwner(items)) {
        const [first] = own;
        if (!first) continue;
        await enterScope(tx, scopeOf(first));
        await tx.query(POSTPONE, [first.tenant, model, given(own)]);
      }
    });
  }

  async waiting(model: string, limit: number): Promise<number> {
    const [row] = await this.database.query<{ waiting: number }>(WAITING, [model, limit], EVERY_TENANT);
    return row?.waiting ?? 0;
  }
}

async function readTexts(tx: SqlExecutor, items: readonly QueuedItem[]): Promise<ReadonlyMap<string, string>> {
  const [first] = items;
  if (!first) return new Map();
  await enterScope(tx, scopeOf(first));
  const ids = items.map(({ itemId }) => itemId);
  const rows =
    first.userId === undefined
      ? await tx.query<TextRow>(SHARED_TEXTS, [first.tenant, ids])
      : await tx.query<TextRow>(TEXTS, [first.tenant, first.userId, ids]);
  return new Map(rows.map(({ id, content, above }) => [id, searchedText(above ?? [], content)]));
}

const scopeOf = ({ tenant, userId: user }: Pick<QueuedItem, 'tenant' | 'userId'>): Scope =>
  user === undefined ? { tenant, curator: true } : { tenant, user };

const queuedOf = ({ tenant, userId: user, ...row }: QueuedRow): QueuedItem => ({
  ...row,
  tenant: tenantId(tenant),
  ...(user === null ? {} : { userId: userId(user) }),
});

/** In the order of their owners and ids, so that two replicas lock rows in the same order. */
function byOwner<I extends QueuedItem>(items: readonly I[]): I[][] {
  const groups = new Map<string, I[]>();
  for (const item of items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))) {
    const owner = JSON.stringify([item.tenant, item.userId ?? null]);
    groups.set(owner, [...(groups.get(owner) ?? []), item]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
}

const given = (items: readonly (QueuedItem & { readonly dueAtMs?: number; readonly vector?: string })[]): string =>
  JSON.stringify(items.map(({ itemId, tries, dueAtMs, vector }) => ({ id: itemId, tries, dueAtMs, vector })));
