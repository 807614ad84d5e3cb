import type { Clock, SessionId, TenantId, UserId } from '@plinth/kernel';
import { unfinishedTask } from '../../domain/session-state/unfinished-task';
import type { SessionBook } from '../../ports/session-book';
import type { SessionCache } from '../../ports/session-cache';

/** Deletes a session's rows and its hot copy; what was confirmed stays in the profile, and of its task what is unfinished. Ending twice answers the same. */
export class EndSession {
  constructor(
    private readonly sessions: SessionBook,
    private readonly cache: SessionCache,
    private readonly clock: Clock,
  ) {}

  async end(tenant: TenantId, sessionId: SessionId, user: UserId | undefined): Promise<{ removed: number }> {
    const owner = await this.sessions.ownerOf(tenant, sessionId);
    if (owner === undefined || (user !== undefined && user !== owner)) return { removed: 0 };
    const session = { tenant, userId: owner, sessionId };
    const removed = await this.sessions.end(session, this.clock.now(), unfinishedTask);
    await this.cache.forget([session]);
    return { removed };
  }
}
