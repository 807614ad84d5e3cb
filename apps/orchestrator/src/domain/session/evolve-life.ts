import { farewellId } from './command-id';
import type { Session } from './session';
import type { SessionEvent } from './session-event';

export const evolveLife = {
  /** Nothing new is accepted; what runs stops before its next effect. */
  'session.end_requested.v1': (session: Session): Session => ({
    ...session,
    status: 'ending',
    queue: session.queue.map((queued) => ({ ...queued, cancelled: true })),
    ...(session.active && { active: { ...session.active, cancelling: true } }),
  }),
  'session.ended.v1': (session: Session, event: SessionEvent<'session.ended.v1'>): Session => {
    const { flow: _flow, released: _released, ...rest } = session;
    const farewell = { command: farewellId(session.tenant, session.session), since: event.at };
    return { ...rest, status: 'ended', history: [], farewell };
  },
  /** The texts are gone from the journal; only the ids of unfinished turns are kept, so that each gets its final event. */
  'session.erased.v1': (session: Session): Session => {
    const { tenant, session: id, seq, active, queue } = session;
    const nobody = { user_id: 'erased' };
    return {
      tenant,
      session: id,
      seq,
      status: 'erased',
      queue: queue.map((queued) => ({ ...queued, user: nobody, text: '', cancelled: true })),
      ...(active && {
        active: {
          input: { ...active.input, user: nobody, text: '' },
          startedAt: active.startedAt,
          step: { kind: 'end' as const },
          visits: active.visits,
          skillResults: [],
          committed: true,
          cancelling: true,
          ending: { status: 'cancelled' as const, code: 'erased' },
          notices: [],
          steps: active.steps,
          tokens: active.tokens,
        },
      }),
      history: [],
      pins: { skills: {} },
    };
  },
};
