import type { TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { Candidate } from '../../../domain/recall/candidate';
import type { Contact } from '../../../domain/recall/contact';
import type { RecallQuery } from '../../../domain/recall/recall-query';
import { MemorySearch, type KnownProfile, type SearchBounds } from '../../../ports/memory-search';
import { contactOf, factOf, type ContactRow, type FactRow } from './rows';
import { candidatesOf, type FoundColumns } from './found-columns';
import { profileSql, searchCtes, searchValues } from './search-sql';

const SEARCH = `WITH ${searchCtes(3)} SELECT items FROM found`;

const PROFILE = `
  SELECT (${profileSql({ session: '$3::text', asOf: '$4::bigint', at: '$5::bigint' })}) AS facts, (SELECT segment FROM users WHERE tenant = $1 AND user_id = $2) AS segment,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'nicknames', nicknames, 'derived', derived_nicknames, 'email', email, 'phone', phone, 'title', title,
              'company', company) ORDER BY id), '[]')
     FROM (SELECT * FROM contacts WHERE tenant = $1 AND user_id = $2 AND status = 'active' AND name IS NOT NULL ORDER BY id LIMIT 2000) known) AS contacts`;

interface ProfileRow {
  readonly facts: readonly FactRow[];
  readonly segment: string | null;
  readonly contacts: readonly ContactRow[];
}

export class PostgresMemorySearch extends MemorySearch {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async profileOf(
    tenant: TenantId,
    userId: UserId,
    { nowMs, asOfMs, sessionId }: { readonly nowMs: number; readonly asOfMs?: number; readonly sessionId?: string },
  ): Promise<KnownProfile> {
    const [row] = await this.database.query<ProfileRow>(
      PROFILE,
      [tenant, userId, sessionId ?? null, asOfMs ?? null, nowMs],
      { tenant, user: userId },
    );
    const contacts: readonly Contact[] = (row?.contacts ?? []).map(contactOf);
    const segment = row?.segment ?? undefined;
    return { facts: (row?.facts ?? []).map(factOf), contacts, ...(segment === undefined ? {} : { segment }) };
  }

  async search(
    tenant: TenantId,
    userId: UserId,
    query: RecallQuery,
    bounds: SearchBounds,
  ): Promise<readonly Candidate[]> {
    const values = [tenant, userId, ...searchValues(query, bounds)];
    const [row] = await this.database.query<{ items: FoundColumns }>(SEARCH, values, { tenant, user: userId });
    return row ? candidatesOf(row.items) : [];
  }
}
