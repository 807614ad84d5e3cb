import type { Envelope } from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { newEvent } from '../../domain/session/new-event';
import { isReplyType, partReply, type ReplyData, type ReplyType } from '../../domain/session/reply-event';
import { awaits, type Session } from '../../domain/session/session';
import type { SessionDesk } from './session-desk';

/** What comes back from another service. */
export type ReplyEnvelope = Pick<
  Envelope,
  'type' | 'id' | 'source' | 'tenant' | 'session' | 'turn' | 'causation' | 'request'
>;

/** Takes a reply into its session: append, then send, then the caller acknowledges (T2). */
export class ReceiveReply {
  constructor(
    private readonly desk: SessionDesk,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

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
    const happened = (at: number, about: Pick<ReplyEnvelope, 'turn' | 'request'>) => [
      newEvent(type, { id, at, about, source, causation, ...partReply(type, data) }),
    ];
    const isEffect = type === 'skill.succeeded.v1' || type === 'skill.failed.v1';
    let caller: SkillCaller | undefined;
    const { outcome } = await this.desk.advance(
      { tenant, session },
      (current, at, fresh) => {
        if (awaits(current, causation)) {
          caller = skillCaller(current);
          // Under the turn that waits, whatever the reply says of itself.
          return { happened: happened(at, current.active?.input ?? envelope) };
        }
        if (current.lastAnswered === causation) return { happened: [], resend: true };
        return isEffect && fresh && current.status !== 'erased' ? { happened: happened(at, envelope) } : undefined;
      },
      turn,
    );
    if (outcome === 'appended' && caller && namesUnknownSkill(type, data))
      this.log.error(caller, 'a flow calls a skill that is not registered');
  }
}

interface SkillCaller {
  readonly flow: string | undefined;
  readonly state: string;
  readonly skill: string;
}

/** Who waits for a skill in this session. */
function skillCaller({ active, flow }: Session): SkillCaller | undefined {
  const step = active?.step;
  return step?.kind === 'skill' ? { flow: flow?.name, state: step.call.state, skill: step.call.skill } : undefined;
}

/** A person has to mend that, in the flow or by registering the skill; the user is told of a failure as of any other. */
function namesUnknownSkill(type: ReplyType, data: ReplyData[ReplyType]): boolean {
  return type === 'skill.failed.v1' && 'error' in data && data.error.code === 'unknown_skill';
}
