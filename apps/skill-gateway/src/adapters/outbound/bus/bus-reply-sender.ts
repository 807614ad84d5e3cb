import { deriveReplies, reply, type BusProducer } from '@plinth/bus';
import { skillFailed, skillSucceeded } from '@plinth/contracts';
import type { Clock } from '@plinth/kernel';
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

  /** Who asked directly reads the outcome by its key, and no session waits for it. */
  async send(origin: CommandOrigin, answer: SkillReply): Promise<void> {
    if (origin.direct) return;
    const message = answer.kind === 'succeeded' ? reply(skillSucceeded, answer.data) : reply(skillFailed, answer.data);
    const messages = deriveReplies({ ...origin, id: origin.commandId }, message, 'skill-gateway', this.clock.now());
    await withService('skill-gateway', () => runWithContext(origin.trace, () => this.producer.send(messages)));
  }
}
