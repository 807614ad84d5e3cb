import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, reply, type Delivery, type HandlerResult } from '@plinth/bus';
import { reflectionCheck, verdictReached, type DataOf } from '@plinth/contracts';
import { Clock } from '@plinth/kernel';
import { CheckDraft } from '../../../features/check-draft/check-draft';

@Controller()
export class CheckHandler {
  constructor(
    private readonly checkDraft: CheckDraft,
    private readonly clock: Clock,
  ) {}

  @HandleMessage(reflectionCheck)
  async check(
    @Data() data: DataOf<typeof reflectionCheck>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<HandlerResult> {
    const { id, tenant, session, turn } = delivery;
    // A repeated try has waited for reasons of its own, and says nothing of the way.
    const oneWayMs = delivery.attempt === 1 ? this.clock.now() - delivery.timeMs : undefined;
    const verdict = await this.checkDraft.check({
      id,
      tenant,
      session,
      turn,
      data,
      oneWayMs,
      remainingMs: delivery.remainingMs(),
    });
    return reply(verdictReached, verdict);
  }
}
