import {
  deriveId,
  refuse,
  sessionId,
  tenantId,
  userId,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { enterScope, EVERY_TENANT, type SqlDatabase, type SqlExecutor } from '@plinth/postgres';
import {
  IdentityBook,
  type ChannelLink,
  type Merge,
  type MergeOutcome,
  type MergeRequest,
} from '../../../ports/identity-book';
import { CANONICAL, CHANGE_IDENTITIES, ERASURE_RUNNING } from './identity-lock';
import { LOG } from './identity-sql';
import { moveMemory, takeBack, together, type Moved } from './move-memory';

interface MergeRow {
  readonly merge_id: string;
  readonly user_id: string;
  readonly merged_user: string;
  readonly moved: Moved;
  readonly merged_at_ms: number;
  readonly undone_at_ms: number | null;
}

const STANDING = `
  SELECT merge.* FROM identity_aliases JOIN identity_merges merge USING (tenant, merge_id) WHERE tenant = $1 AND alias = $2`;

const STANDING_MERGE = `
  SELECT merge.* FROM identity_merges merge JOIN identity_aliases alias USING (tenant, merge_id)
  WHERE tenant = $1 AND merge_id = $2 AND alias.alias = merge.merged_user AND undone_at_ms IS NULL`;

const SINCE = `
  SELECT tenant, merge_id FROM identity_merges WHERE merged_at_ms >= $1 AND undone_at_ms IS NULL AND merge_id > $2 ORDER BY merge_id LIMIT 1000`;

export class PostgresIdentityBook extends IdentityBook {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async canonicalOf(tenant: TenantId, user: UserId): Promise<UserId> {
    const [row] = await this.database.query<{ user_id: string }>(CANONICAL, [tenant, user], { tenant });
    return row ? userId(row.user_id) : user;
  }

  async standingMerge(tenant: TenantId, from: UserId): Promise<Merge | undefined> {
    const [row] = await this.database.query<MergeRow>(STANDING, [tenant, from], { tenant });
    return row && mergeOf(row);
  }

  async mergedSince(sinceMs: number, after: string): ReturnType<IdentityBook['mergedSince']> {
    const rows = await this.database.query<{ tenant: string; merge_id: string }>(SINCE, [sinceMs, after], EVERY_TENANT);
    return rows.map((row) => ({ tenant: tenantId(row.tenant), mergeId: row.merge_id }));
  }

  async bringRest(tenant: TenantId, mergeId: string, actor: string): Promise<MergeOutcome['sessions']> {
    return this.database.transaction(
      async (tx) => {
        await tx.query(CHANGE_IDENTITIES, [tenant]);
        const [standing] = await tx.query<MergeRow>(STANDING_MERGE, [tenant, mergeId]);
        return standing ? moveRest(tx, tenant, standing, actor) : [];
      },
      { tenant },
    );
  }

  merge(request: MergeRequest): Promise<MergeOutcome | Refusal> {
    const { tenant } = request;
    return this.database.transaction(
      async (tx) => {
        await tx.query(CHANGE_IDENTITIES, [tenant]);
        const into = await canonicalIn(tx, tenant, request.into);
        const [standing] = await tx.query<MergeRow>(STANDING, [tenant, request.from]);
        if (request.from === into)
          return refuse('invalid', 'same_user', 'Both ids are the same user’s.', { field: 'from', rule: 'distinct' });
        if (standing && (await canonicalIn(tx, tenant, request.from)) !== into)
          return refuse('conflict', 'already_merged', 'The id has been merged into another user.', {
            field: 'from',
            rule: 'unique',
          });
        if (standing) {
          const sessions = await moveRest(tx, tenant, standing, request.actor);
          return { ...mergeOf(standing), into, repeated: true, sessions };
        }
        if (await isBeingErased(tx, tenant, [request.from, into])) return BEING_ERASED;
        await enterScope(tx, { tenant, user: into, mergedUser: request.from, curator: true });
        return this.moveFirst(tx, { ...request, into });
      },
      { tenant },
    );
  }

  undo(
    tenant: TenantId,
    mergeId: string,
    { actor, nowMs, link }: { readonly actor: string; readonly nowMs: number; readonly link?: ChannelLink },
  ): Promise<MergeOutcome | Refusal> {
    return this.database.transaction(
      async (tx) => {
        await tx.query(CHANGE_IDENTITIES, [tenant]);
        const [row] = await tx.query<MergeRow>('SELECT * FROM identity_merges WHERE tenant = $1 AND merge_id = $2', [
          tenant,
          mergeId,
        ]);
        if (!row) return refuse('not_found', 'merge_not_found', 'There is no such merge.');
        const merge = mergeOf(row);
        const { from, into } = merge;
        if (row.undone_at_ms !== null) return { ...merge, repeated: true, sessions: [] };
        if ((await canonicalIn(tx, tenant, into)) !== into)
          return refuse('conflict', 'merged_since', 'The user has been merged since: undo that merge first.', {
            rule: 'order',
          });
        if (await isBeingErased(tx, tenant, [from, into])) return BEING_ERASED;
        await enterScope(tx, { tenant, user: into, mergedUser: from, curator: true });
        await takeBack(tx, { tenant, from, into, mergeId, actor, nowMs }, row.moved, row.merged_at_ms);
        await tx.query('DELETE FROM identity_aliases WHERE tenant = $1 AND alias = $2 AND merge_id = $3', [
          tenant,
          from,
          mergeId,
        ]);
        await tx.query(
          'UPDATE identity_aliases SET user_id = $2 WHERE tenant = $1 AND user_id = $3 AND alias = ANY ($4::text[])',
          [tenant, from, into, row.moved.aliases],
        );
        if (link)
          await tx.query(
            'DELETE FROM identity_links WHERE tenant = $1 AND user_id = $2 AND channel = $3 AND external_id = $4',
            [tenant, into, link.channel, link.externalId],
          );
        await tx.query('UPDATE identity_merges SET undone_at_ms = $3 WHERE tenant = $1 AND merge_id = $2', [
          tenant,
          mergeId,
          nowMs,
        ]);
        const logId = deriveId('merge undone', mergeId);
        await tx.query(LOG, [tenant, logId, into, 'identity', from, null, 'merge_undone', nowMs, actor]);
        return { ...merge, repeated: false, sessions: namesOf(tenant, into, row.moved) };
      },
      { tenant },
    );
  }

  private async moveFirst(tx: SqlExecutor, request: MergeRequest): Promise<MergeOutcome> {
    const { tenant, mergeId, from, into, actor, nowMs, link } = request;
    const aliases = await tx.query<{ alias: string }>(
      'UPDATE identity_aliases SET user_id = $3 WHERE tenant = $1 AND user_id = $2 RETURNING alias',
      [tenant, from, into],
    );
    await tx.query(
      'INSERT INTO identity_aliases (tenant, alias, user_id, merge_id, merged_at_ms) VALUES ($1, $2, $3, $4, $5)',
      [tenant, from, into, mergeId, nowMs],
    );
    const moved = { ...(await moveMemory(tx, request)), aliases: aliases.map(({ alias }) => alias) };
    if (link)
      await tx.query(
        `INSERT INTO identity_links (tenant, channel, external_id, user_id, linked_at_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [tenant, link.channel, link.externalId, into, nowMs],
      );
    await tx.query(
      'INSERT INTO identity_merges (tenant, merge_id, user_id, merged_user, moved, merged_at_ms) VALUES ($1, $2, $3, $4, $5::jsonb, $6)',
      [tenant, mergeId, into, from, moved, nowMs],
    );
    const logId = deriveId('merged', mergeId);
    await tx.query(LOG, [tenant, logId, into, 'identity', null, from, link ? 'linked' : 'merged', nowMs, actor]);
    return { mergeId, from, into, repeated: false, sessions: namesOf(tenant, from, moved) };
  }
}

/** What a turn under way wrote to an id after it had been given up, merge by merge, each of which notes what it takes with it. */
async function moveRest(
  tx: SqlExecutor,
  tenant: TenantId,
  standing: MergeRow,
  actor: string,
): Promise<MergeOutcome['sessions']> {
  const { mergeId, from, into } = mergeOf(standing);
  await enterScope(tx, { tenant, user: into, mergedUser: from, curator: true });
  const rest = await moveMemory(tx, { tenant, mergeId, from, into, actor, nowMs: standing.merged_at_ms });
  await tx.query('UPDATE identity_merges SET moved = $3::jsonb WHERE tenant = $1 AND merge_id = $2', [
    tenant,
    mergeId,
    together(standing.moved, rest),
  ]);
  const [next] = await tx.query<MergeRow>(STANDING, [tenant, into]);
  const sessions = namesOf(tenant, from, rest);
  return next ? [...sessions, ...(await moveRest(tx, tenant, next, actor))] : sessions;
}

/** What is handed over now would not be found by the erasure that was asked for. */
const BEING_ERASED = refuse('conflict', 'erasure_running', 'The user is being erased: try again when that is done.', {
  rule: 'order',
});

async function isBeingErased(tx: SqlExecutor, tenant: TenantId, users: readonly UserId[]): Promise<boolean> {
  return (await tx.query(ERASURE_RUNNING, [tenant, users])).length > 0;
}

async function canonicalIn(tx: SqlExecutor, tenant: TenantId, user: UserId): Promise<UserId> {
  const [row] = await tx.query<{ user_id: string }>(CANONICAL, [tenant, user]);
  return row ? userId(row.user_id) : user;
}

const mergeOf = ({ merge_id, merged_user, user_id }: MergeRow): Merge => ({
  mergeId: merge_id,
  from: userId(merged_user),
  into: userId(user_id),
});

const namesOf = (tenant: TenantId, user: UserId, { rows }: Pick<Moved, 'rows'>): MergeOutcome['sessions'] =>
  (rows['sessions'] ?? []).map((id) => ({ tenant, userId: user, sessionId: sessionId(id) }));
