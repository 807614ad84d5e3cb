import type { UserReference } from '@plinth/contracts';
import { deriveId } from '@plinth/kernel';
import type { Session } from '../../domain/session/session';
import type { SessionHead } from '../../ports/session-journal';

/** A user as sent, in a form that equals only itself; a channel's own id, which may be an address, is not kept in the clear. */
export function userKeyOf(user: UserReference): string {
  return 'user_id' in user ? user.user_id : `channel:${deriveId('channel user', user.channel, user.external_id)}`;
}

export function headOf(session: Session, wakeAtMs: number | undefined): SessionHead {
  return {
    ...(session.user && session.status !== 'erased' && { userKey: userKeyOf(session.user) }),
    ...(session.userId !== undefined && { userId: session.userId }),
    ...(wakeAtMs !== undefined && { wakeAtMs }),
  };
}
