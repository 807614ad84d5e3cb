import { deriveId, userId, type TenantId, type UserId } from '@plinth/kernel';
import type { UserReference } from './messages';

/**
 * A user as sent, in a form that equals only itself; a channel's own id, which may be an address, is not kept in the clear.
 * Every service that keeps rows by the user as sent keeps them by this key, and an erasure names it.
 */
export function userKeyOf(user: UserReference): string {
  return 'user_id' in user ? user.user_id : `channel:${deriveId('channel user', user.channel, user.external_id)}`;
}

/**
 * The one id under which every service keeps what it knows about a user: an id of ours is canonical, one of a channel has an id
 * derived from it, the same on every replica and before memory has answered.
 */
export function canonicalUserId(tenant: TenantId, user: UserReference): UserId {
  return userId('user_id' in user ? user.user_id : deriveId('user', tenant, user.channel, user.external_id));
}
