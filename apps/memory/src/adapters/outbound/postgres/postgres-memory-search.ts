import type { TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { RecallQuery } from '../../../domain/recall/recall-query';
import {
  MemorySearch,
  type AskedIn,
  type Found,
  type KnownFacts,
  type KnownProfile,
  type SearchBounds,
} from '../../../ports/memory-search';
import { contactOf, factOf, type ContactRow, type FactRow } from './rows';
import { candidatesOf, type FoundColumns } from './found-columns';
import { profileSql, searchCtes, searchValues } from './search-sql';

const SEGMENT = 'SELECT segment FROM users WHERE tenant = $1 AND user_id = $2';

/** $1 tenant, $2 user, $3 session, $4 as of, $5 now; of a search those of the arms follow. */
const KNOWN = `(${profileSql({ session: '$3::text', asOf: '$4::bigint', at: '$5::bigint' })}) AS facts, (${SEGMENT}) AS segment`;

const SEARCH = `WITH ${searchCtes(6)} SELECT items, ${KNOWN} FROM found`;

const PROFILE = `
  SELECT ${KNOWN},
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'aliases', nicknames, 'derived', derived_nicknames, 'email', email, 'phone', phone, 'title', title,
              'company', company) ORDER BY id), '[]')
     FROM (SELECT * FROM contacts WHERE tenant = $1 AND user_id = $2 AND status = 'active' AND name IS NOT NULL ORDER BY id LIMIT 2000) known) AS contacts`;

interface KnownRow {
  readonly facts: readonly FactRow[];
  readonly segment: string | null;
}
interface ProfileRow extends KnownRow {
  readonly contacts: readonly ContactRow[];
}

interface SearchRow extends KnownRow {
  readonly items: FoundColumns;
}

export class PostgresMemorySearch extends MemorySearch {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async profileOf(tenant: TenantId, userId: UserId, asked: AskedIn): Promise<KnownProfile> {
    const values = [tenant, userId, ...askedValues(asked)];
    const [row] = await this.database.query<ProfileRow>(PROFILE, values, { tenant, user: userId });
    return row ? { ...knownOf(row), contacts: row.contacts.map(contactOf) } : { facts: [], contacts: [] };
  }

  async search(
    tenant: TenantId,
    userId: UserId,
    query: RecallQuery,
    bounds: SearchBounds & Pick<AskedIn, 'sessionId'>,
  ): Promise<Found> {
    const values = [tenant, userId, ...askedValues(bounds), ...searchValues(query, bounds)];
    const [row] = await this.database.query<SearchRow>(SEARCH, values, { tenant, user: userId });
    return row ? { ...knownOf(row), found: candidatesOf(row.items) } : { facts: [], found: [] };
  }
}

const askedValues = ({ nowMs, asOfMs, sessionId }: AskedIn) => [sessionId ?? null, asOfMs ?? null, nowMs];

const knownOf = ({ facts, segment }: KnownRow): KnownFacts => ({
  facts: facts.map(factOf),
  ...(segment === null ? {} : { segment }),
});
