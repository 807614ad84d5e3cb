import { deriveId } from '@plinth/kernel';
import type { UserReference } from './messages';

/**
 * A user as sent, in a form that equals only itself; a channel's own id, which may be an address, is not kept in the clear.
 * Every service that keeps rows by the user as sent keeps them by this key, and an erasure names it.
 */
export function userKeyOf(user: UserReference): string {
  return 'user_id' in user ? user.user_id : `channel:${deriveId('channel user', user.channel, user.external_id)}`;
}
