import { userKeyOf } from '@plinth/contracts';
import type { Session } from '../../domain/session/session';
import type { SessionHead } from '../../ports/session-journal';

export function headOf(session: Session, wakeAtMs: number | undefined): SessionHead {
  return {
    ...(session.user && session.status !== 'erased' && { userKey: userKeyOf(session.user) }),
    ...(session.userId !== undefined && { userId: session.userId }),
    ...(wakeAtMs !== undefined && { wakeAtMs }),
  };
}
