import { refuse, type Refusal, type SessionId, type TenantId, type UserId } from '@plinth/kernel';
import { fieldFor } from '../../domain/items/masks';
import { taskState } from '../../domain/session-state/dialogue-keys';
import { foldUpdates, perKind, type SlotKind } from '../../domain/session-state/session-state';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionBook } from '../../ports/session-book';

export interface SessionView extends Readonly<Record<SlotKind, Readonly<Record<string, string>>>> {
  readonly session_id: string;
  readonly user_id: string;
  readonly version: number;
}

/** The state of a session from its rows, as its user may read it (M21). A session of another user does not exist for the caller. */
export class ReadSession {
  constructor(
    private readonly sessions: SessionBook,
    private readonly policies: PolicyBook,
  ) {}

  async read(tenant: TenantId, sessionId: SessionId, user: UserId | undefined): Promise<SessionView | Refusal> {
    const history = await this.sessions.historyOf(tenant, sessionId);
    if (!history || (user !== undefined && user !== history.owner))
      return refuse('not_found', 'session_not_found', 'There is no such session.');
    const { owner, updates } = history;
    const state = foldUpdates(updates);
    const { masks } = this.policies.of(tenant);
    const slots = perKind((kind) =>
      Object.fromEntries(
        [...(kind === 'state' ? taskState(state) : state[kind])].map(([key, value]) => [
          key,
          fieldFor('owner', key, value, masks),
        ]),
      ),
    );
    return { session_id: sessionId, user_id: owner, version: updates.at(-1)?.n ?? 0, ...slots };
  }
}
