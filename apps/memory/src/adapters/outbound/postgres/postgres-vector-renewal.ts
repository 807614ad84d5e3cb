import { tenantId, userId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { VectorRenewal, type Renewed, type VectorOwner } from '../../../ports/vector-renewal';
import { RENEW, RENEW_SHARED, USERS } from './vector-sql';

export class PostgresVectorRenewal extends VectorRenewal {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async ownersAfter(last: VectorOwner | undefined, limit: number): Promise<readonly VectorOwner[]> {
    const rows = await this.database.query<{ tenant: string; userId: string }>(
      USERS,
      [last?.tenant ?? '', last?.userId ?? '', limit],
      EVERY_TENANT,
    );
    return rows.flatMap((row, i) => {
      const tenant = tenantId(row.tenant);
      const before = i === 0 ? last?.tenant : rows[i - 1]?.tenant;
      return [...(tenant === before ? [] : [{ tenant }]), { tenant, userId: userId(row.userId) }];
    });
  }

  async renew({ tenant, userId: user }: VectorOwner, model: string, nowMs: number): Promise<Renewed> {
    const [row] =
      user === undefined
        ? await this.database.query<Renewed>(RENEW_SHARED, [tenant, model, nowMs], { tenant, curator: true })
        : await this.database.query<Renewed>(RENEW, [tenant, model, nowMs, user], { tenant, user });
    return row ?? { queued: 0, removed: 0 };
  }
}
