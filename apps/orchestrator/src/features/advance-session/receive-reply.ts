import type { Envelope } from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import { newEvent } from '../../domain/session/new-event';
import { isReplyType, partReply, type ReplyData, type ReplyType } from '../../domain/session/reply-event';
import { awaits } from '../../domain/session/session';
import type { SessionDesk } from './session-desk';

/** What comes back from another service. */
export type ReplyEnvelope = Pick<
  Envelope,
  'type' | 'id' | 'source' | 'tenant' | 'session' | 'turn' | 'causation' | 'request'
>;

/** Takes a reply into its session: append, then send, then the caller acknowledges (T2). */
export class ReceiveReply {
  constructor(private readonly desk: SessionDesk) {}

  /**
   * Delivered twice: what the session waits for is sent again and nothing else happens. Late: it changes nothing; the result of a skill is
   * journaled all the same, since its effect has happened. Throws TransientError to be delivered again.
   */
  async run(envelope: ReplyEnvelope, data: ReplyData[ReplyType]): Promise<void> {
    const { type, tenant, session, causation, turn } = envelope;
    if (session === undefined || causation === undefined || !isReplyType(type)) {
      throw new PermanentError('not_a_reply', 'a reply names its session and the command that it answers');
    }
    const { id, source } = envelope;
    const happened = (at: number) => [
      newEvent(type, { id, at, about: envelope, source, causation, ...partReply(type, data) }),
    ];
    const isEffect = type === 'skill.succeeded.v1' || type === 'skill.failed.v1';
    await this.desk.advance(
      { tenant, session },
      (current, at, fresh) => {
        if (awaits(current, causation)) return { happened: happened(at) };
        if (current.lastAnswered === causation) return { happened: [], resend: true };
        return isEffect && fresh && current.status !== 'erased' ? { happened: happened(at) } : undefined;
      },
      turn,
    );
  }
}
