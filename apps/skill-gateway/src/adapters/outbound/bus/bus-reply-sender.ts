import type { BusProducer } from '@plinth/bus';
import { skillFailed, skillSucceeded, type Outgoing } from '@plinth/contracts';
import { deriveId, messageId, type Clock } from '@plinth/kernel';
import { runWithContext, withService } from '@plinth/telemetry';
import type { SkillReply } from '../../../domain/outcome/skill-reply';
import type { CommandOrigin } from '../../../ports/invocation-ledger';
import { ReplySender } from '../../../ports/reply-sender';

/** Sends what a delivery would have answered, under the id that the bus derives for it, so that a repetition is the same event. */
export class BusReplySender extends ReplySender {
  constructor(
    private readonly producer: BusProducer,
    private readonly clock: Clock,
  ) {
    super();
  }

  async send(origin: CommandOrigin, reply: SkillReply): Promise<void> {
    const message = this.messageOf(origin, reply);
    await withService('skill-gateway', () => runWithContext(origin.trace, () => this.producer.send([message])));
  }

  private messageOf(origin: CommandOrigin, reply: SkillReply): Outgoing {
    const definition = reply.kind === 'succeeded' ? skillSucceeded : skillFailed;
    const { tenant, commandId, session, turn, request } = origin;
    const envelope = {
      id: messageId(deriveId(commandId, definition.type, 0)),
      source: 'skill-gateway',
      timeMs: this.clock.now(),
      tenant,
      causation: commandId,
      ...(session !== undefined && { session }),
      ...(turn !== undefined && { turn }),
      ...(request !== undefined && { request }),
    } as const;
    return { definition, envelope, data: reply.data };
  }
}
