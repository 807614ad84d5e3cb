import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, erased, HandleMessage, type Delivery, type HandlerResult } from '@plinth/bus';
import { modelAnswer, userErase, type DataOf } from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import { AnswerModel } from '../../../features/answer-model/answer-model';
import { EraseUser } from '../../../features/erase-user/erase-user';

/** Commands to the orchestrator itself. */
@Controller()
export class OrchestratorCommandsController {
  constructor(
    private readonly answerModel: AnswerModel,
    private readonly eraseUser: EraseUser,
  ) {}

  /** The answer is sent when the model has it, not as the result of this delivery. */
  @HandleMessage(modelAnswer)
  async answer(@Data() prompt: DataOf<typeof modelAnswer>, @DeliveryContext() delivery: Delivery): Promise<void> {
    const { id, tenant, session, turn, request } = delivery;
    if (session === undefined) throw new PermanentError('session_missing', 'a model answers a session');
    const call = {
      tenant,
      session,
      command: id,
      ...(turn !== undefined && { turn }),
      ...(request !== undefined && { request }),
    };
    await this.answerModel.run(call, prompt);
  }

  @HandleMessage(userErase, 'plinth.orchestrator.commands')
  async erase(@Data() data: DataOf<typeof userErase>, @DeliveryContext() delivery: Delivery): Promise<HandlerResult> {
    const { erasure_id, user_ids } = data;
    const counts = await this.eraseUser.run({ tenant: delivery.tenant, erasureId: erasure_id, userIds: user_ids });
    return erased(delivery, data, counts);
  }
}
