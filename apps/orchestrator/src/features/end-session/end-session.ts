import { deriveId, refuse, type Refusal } from '@plinth/kernel';
import { belongsTo, type Asker } from '../../domain/session/asker';
import { newEvent } from '../../domain/session/new-event';
import type { SessionKey } from '../../domain/session/session';
import type { SessionDesk } from '../advance-session/session-desk';

/** Ends a session: its turns are cancelled, memory deletes its session state, and nothing more is accepted. Ending it again changes nothing. */
export class EndSession {
  constructor(private readonly desk: SessionDesk) {}

  async run(key: SessionKey, asker: Asker): Promise<Refusal | undefined> {
    let refused: Refusal | undefined;
    await this.desk.advance(key, (session, at, fresh) => {
      if (session.seq === 0 || !belongsTo(session.user, asker)) {
        refused = fresh ? refuse('not_found', 'session_not_found', 'There is no such session.') : undefined;
        return undefined;
      }
      if (session.status !== 'open') return { happened: [] };
      const id = deriveId('end', key.tenant, key.session);
      return { happened: [newEvent('session.end_requested.v1', { id, at, data: {}, texts: null })] };
    });
    return refused;
  }
}
