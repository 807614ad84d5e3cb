import type { TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import {
  UserRecords,
  type RecordsAsked,
  type RecordsByList,
  type SessionRecord,
  type UserSummary,
} from '../../../ports/user-records';
import { updateOf, type UpdateRow } from './rows';
import { recordsSql, SUMMARY } from './user-records-sql';

type Row = Omit<RecordsByList, 'sessions'> & {
  readonly sessions: readonly (Omit<SessionRecord, 'updates'> & { readonly updates: readonly UpdateRow[] })[];
};

const NONE: RecordsByList = {
  sessions: [],
  profile: [],
  contacts: [],
  candidates: [],
  items: [],
  links: [],
  changes: [],
  feedback: [],
  actions: [],
  tasks: [],
  signals: [],
};

export class PostgresUserRecords extends UserRecords {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async read(tenant: TenantId, userId: UserId, asked: RecordsAsked): Promise<RecordsByList> {
    const { lists, limit, after, nowMs, asOfMs } = asked;
    const [row] = await this.database.query<Partial<Row>>(
      recordsSql(lists),
      [tenant, userId, after?.atMs ?? null, after?.id ?? null, limit, asOfMs ?? null, nowMs],
      { tenant, user: userId },
    );
    const { sessions = [], ...others } = row ?? {};
    return {
      ...NONE,
      ...others,
      sessions: sessions.map(({ updates, ...session }) => ({ ...session, updates: updates.map(updateOf) })),
    };
  }

  async summaryOf(tenant: TenantId, userId: UserId): Promise<UserSummary> {
    const [row] = await this.database.query<UserSummary>(SUMMARY, [tenant, userId], { tenant, user: userId });
    const pendingEmbeddings = { count: 0, dueAtMs: null, mostTries: null };
    return row ?? { mode: null, segment: null, firstSeenAtMs: null, aliases: [], itemCounts: [], pendingEmbeddings };
  }
}
