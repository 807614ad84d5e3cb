import { canonicalUserId } from '@plinth/contracts';
import {
  isRefusal,
  refuse,
  userId,
  type Clock,
  type IdSource,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { refuseExternalId } from '../../domain/identity/external-id';
import type { ChannelLink, IdentityBook, MergeOutcome } from '../../ports/identity-book';
import type { SessionCache } from '../../ports/session-cache';

export interface Deciding {
  readonly tenant: TenantId;
  /** Who decides; stands in the change log. */
  readonly actor: string;
}

export type Joined = Pick<MergeOutcome, 'mergeId' | 'from' | 'into' | 'repeated'>;

/**
 * One stable id a user (M22). A link is a merge of the id that the channel's user had by himself: what he told before he was linked comes
 * with him, and goes with him when the link is undone.
 */
export class KeepIdentities {
  constructor(
    private readonly book: IdentityBook,
    private readonly cache: Pick<SessionCache, 'forget'>,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  async link(deciding: Deciding, user: UserId, link: ChannelLink): Promise<Joined | Refusal> {
    const refused = refuseExternalId(link.externalId, 'external_id') ?? refuseExternalId(user, 'user_id', 'of_ours');
    if (refused) return refused;
    const joined = await this.join(deciding, channelUser(deciding.tenant, link), user, link);
    if (isRefusal(joined) && joined.error.code === 'already_merged') return linkTaken();
    return joined;
  }

  async unlink(deciding: Deciding, user: UserId, link: ChannelLink): Promise<Joined | Refusal> {
    const { tenant, actor } = deciding;
    const standing = await this.book.standingMerge(tenant, channelUser(tenant, link));
    const owner = await this.book.canonicalOf(tenant, user);
    if (!standing || (await this.book.canonicalOf(tenant, standing.into)) !== owner)
      return refuse('not_found', 'link_not_found', 'The user has no such link.');
    return this.settled(await this.book.undo(tenant, standing.mergeId, { actor, nowMs: this.clock.now(), link }));
  }

  async merge(deciding: Deciding, from: UserId, into: UserId): Promise<Joined | Refusal> {
    const refused = refuseExternalId(into, 'into', 'of_ours');
    return refused ?? this.join(deciding, from, into);
  }

  async undo({ tenant, actor }: Deciding, mergeId: string): Promise<Joined | Refusal> {
    return this.settled(await this.book.undo(tenant, mergeId, { actor, nowMs: this.clock.now() }));
  }

  /** Brings over what turns under way at a merge have still written to the id that was given up. Any number of replicas may do it. */
  async sweep(): Promise<void> {
    const sinceMs = this.clock.now() - UNDER_WAY_MS;
    for (let after = ''; ;) {
      const merges = await this.book.mergedSince(sinceMs, after);
      for (const { tenant, mergeId } of merges)
        await this.cache.forget(await this.book.bringRest(tenant, mergeId, 'memory'));
      const last = merges.at(-1);
      if (!last) return;
      after = last.mergeId;
    }
  }

  private async join(
    { tenant, actor }: Deciding,
    from: UserId,
    into: UserId,
    link?: ChannelLink,
  ): Promise<Joined | Refusal> {
    const request = { tenant, mergeId: this.ids.next(), from, into, actor, nowMs: this.clock.now() };
    return this.settled(await this.book.merge({ ...request, ...(link ? { link } : {}) }));
  }

  /** The hot copies are of the user who had the sessions; their rows are the truth for the one who has them now. */
  private async settled(outcome: MergeOutcome | Refusal): Promise<Joined | Refusal> {
    if (isRefusal(outcome)) return outcome;
    const { sessions, ...joined } = outcome;
    await this.cache.forget(sessions);
    return joined;
  }
}

/** Longer than any transaction of a turn may be open. */
const UNDER_WAY_MS = 600_000;

const channelUser = (tenant: TenantId, { channel, externalId }: ChannelLink): UserId =>
  userId(canonicalUserId(tenant, { channel, external_id: externalId }));

const linkTaken = (): Refusal =>
  refuse('conflict', 'link_taken', 'This user of the channel is linked to another user.', {
    field: 'external_id',
    rule: 'unique',
  });
