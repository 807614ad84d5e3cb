import type { TenantId, UserId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { TRUSTED_SOURCES } from '../../../domain/candidates/source-trust';
import type { ForgettingPolicy } from '../../../domain/forgetting/forgetting-policy';
import type { ItemLife } from '../../../domain/forgetting/item-life';
import { ItemLives, type ExtractionSample, type Feedback } from '../../../ports/item-life';
import { CommandBatches } from './command-batches';
import { COUNT_USEFUL, NOTE_FEEDBACK, RESTORE_USED } from './item-life-sql';
import { LOAD_LIVES, WRITE_LIVES, WRITE_STATUS } from './job-sql';
import { useWrites } from './use-writes';

export class PostgresItemLives extends ItemLives {
  private readonly batches: CommandBatches;

  constructor(private readonly database: SqlDatabase) {
    super();
    this.batches = new CommandBatches(database, { maxBatch: 32, concurrency: 1 });
  }

  /** One transaction at a time, however many are counted, so that those who read keep their connections. */
  async use(
    used: { readonly tenant: TenantId; readonly userId: UserId; readonly itemIds: readonly string[] },
    policy: ForgettingPolicy,
    nowMs: number,
  ): Promise<void> {
    const { tenant, userId } = used;
    await this.batches.run<void>({
      summary: 'UPDATE memory_items',
      scope: { tenant, user: userId },
      load: ['SELECT 1', []],
      decide: () => ({ writes: useWrites(used, policy, nowMs), finish: () => undefined }),
    });
  }

  async give(
    { tenant, userId, itemId, turnId, useful }: Feedback,
    policy: ForgettingPolicy,
    nowMs: number,
    decide: (item: ItemLife) => ItemLife,
  ): Promise<'recorded' | 'repeated' | 'unknown'> {
    const owner = [tenant, userId];
    return this.database.transaction(
      async (tx) => {
        const [item] = await tx.query<ItemLife>(`${LOAD_LIVES} AND id = $3 FOR UPDATE`, [...owner, itemId]);
        if (!item) return 'unknown';
        const noted = await tx.query(NOTE_FEEDBACK, [...owner, itemId, turnId, useful, nowMs]);
        if (noted.length === 0) return 'repeated';
        const after = decide(item);
        await tx.query(WRITE_LIVES, [...owner, JSON.stringify([after])]);
        if (after.status !== item.status) await tx.query(WRITE_STATUS, [...owner, [itemId], after.status, nowMs]);
        if (useful) {
          await tx.query(COUNT_USEFUL, [...owner, itemId, nowMs]);
          await tx.query(RESTORE_USED, [...owner, [itemId], nowMs, policy.restoredImportance, TRUSTED_SOURCES]);
        }
        return 'recorded';
      },
      { tenant, user: userId },
    );
  }

  async samples(tenant: TenantId, limit: number): Promise<readonly ExtractionSample[]> {
    return this.database.query<ExtractionSample>(
      `SELECT user_id AS "userId", said, key, wrong, value, corrected_at_ms AS "correctedAtMs" FROM extraction_samples
       WHERE tenant = $1 ORDER BY corrected_at_ms DESC, id LIMIT $2`,
      [tenant, limit],
      EVERY_TENANT,
    );
  }
}
