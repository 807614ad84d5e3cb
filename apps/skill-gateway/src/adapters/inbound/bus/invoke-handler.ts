import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, reply, type Delivery, type HandlerResult } from '@plinth/bus';
import { skillFailed, skillInvoke, skillSucceeded, type DataOf } from '@plinth/contracts';
import { injectContext } from '@plinth/telemetry';
import { InvokeSkill } from '../../../features/invoke-skill/invoke-skill';

@Controller()
export class InvokeHandler {
  constructor(private readonly invokeSkill: InvokeSkill) {}

  @HandleMessage(skillInvoke)
  async invoke(
    @Data() data: DataOf<typeof skillInvoke>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<HandlerResult> {
    const { tenant, id: commandId, session, turn, request } = delivery;
    const answer = await this.invokeSkill.invoke({
      origin: { tenant, commandId, session, turn, request, trace: injectContext() },
      data,
      madeAtMs: delivery.timeMs,
      remainingMs: delivery.remainingMs(),
    });
    if (!answer) return undefined;
    return answer.kind === 'succeeded' ? reply(skillSucceeded, answer.data) : reply(skillFailed, answer.data);
  }
}
