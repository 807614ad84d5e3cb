import type { Clock, TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { FoundItem, ProfileFact } from '../../../domain/recall/recall';
import type { SparseVector } from '../../../domain/terms/bm25';
import { MemorySearch, type ProfileChange } from '../../../ports/memory-search';
import { foundOf, type FoundRow } from './rows';
import { profileSql, searchCtes } from './search-sql';

const SEARCH = `WITH ${searchCtes({ tenant: '$1', user: '$2', dimensions: '$3', counts: '$4', limit: '$5', nowMs: '$6::bigint' })} SELECT items FROM found`;

export class PostgresMemorySearch extends MemorySearch {
  constructor(
    private readonly database: SqlDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async profileOf(tenant: TenantId, userId: UserId): Promise<readonly ProfileFact[]> {
    const [row] = await this.database.query<{ facts: ProfileFact[] }>(
      `SELECT (${profileSql('$1', '$2')}) AS facts`,
      [tenant, userId],
      { tenant, user: userId },
    );
    return row?.facts ?? [];
  }

  async search(tenant: TenantId, userId: UserId, terms: SparseVector, limit: number): Promise<readonly FoundItem[]> {
    const values = [
      tenant,
      userId,
      terms.map(([dimension]) => dimension),
      terms.map(([, count]) => count),
      limit,
      this.clock.now(),
    ];
    const [row] = await this.database.query<{ items: FoundRow[] }>(SEARCH, values, { tenant, user: userId });
    return (row?.items ?? []).map(foundOf);
  }

  async changesOf(tenant: TenantId, userId: UserId): Promise<readonly ProfileChange[]> {
    return this.database.query<ProfileChange>(
      `SELECT key, old_value AS "oldValue", new_value AS "newValue", cause, changed_at_ms AS "atMs" FROM change_log
       WHERE tenant = $1 AND user_id = $2 ORDER BY changed_at_ms DESC, id LIMIT 200`,
      [tenant, userId],
      { tenant, user: userId },
    );
  }
}
