import { deriveId, type TenantId } from '@plinth/kernel';
import { newEvent } from '../../domain/session/new-event';
import type { SessionKey } from '../../domain/session/session';
import type { SessionJournal } from '../../ports/session-journal';
import type { SessionDesk } from '../advance-session/session-desk';

interface Erasure {
  readonly tenant: TenantId;
  readonly erasureId: string;
  /** The canonical id and every id that was sent for it. */
  readonly userIds: readonly string[];
}

/** Empties every text of a user's sessions, unfinished turns included; the events stay, as ids, codes and times. */
export class EraseUser {
  constructor(
    private readonly journal: SessionJournal,
    private readonly desk: SessionDesk,
  ) {}

  /** Delivered twice, or once more after a crash halfway: what is left is erased, and the counts say what this delivery erased. */
  async run({
    tenant,
    erasureId,
    userIds,
  }: Erasure): Promise<{ readonly sessions: number; readonly session_events: number }> {
    const sessions = await this.journal.sessionsOf(tenant, userIds);
    let [emptied, events] = [0, 0];
    for (const key of sessions) {
      const redacted = await this.erase(key, erasureId);
      if (redacted > 0) emptied += 1;
      events += redacted;
    }
    return { sessions: emptied, session_events: events };
  }

  private async erase(key: SessionKey, erasureId: string): Promise<number> {
    const { redacted } = await this.desk.advance(key, ({ status }, at) => {
      if (status === 'erased') return undefined;
      const id = deriveId('erase', erasureId, key.tenant, key.session);
      const event = newEvent('session.erased.v1', { id, at, data: { erasure: erasureId }, texts: null });
      return { happened: [event], redactEarlier: true };
    });
    return redacted;
  }
}
