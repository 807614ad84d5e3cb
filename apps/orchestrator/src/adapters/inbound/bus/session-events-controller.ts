import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, type Delivery } from '@plinth/bus';
import {
  commandFailed,
  memoryAssembled,
  memoryCommitted,
  memoryEnded,
  modelAnswered,
  skillFailed,
  skillSucceeded,
  verdictReached,
  type DataOf,
} from '@plinth/contracts';
import { ReceiveReply } from '../../../features/advance-session/receive-reply';

/** Every reply to a command of a session; the delivery is acknowledged once its event is durable and what follows is sent (T2). */
@Controller()
export class SessionEventsController {
  constructor(private readonly replies: ReceiveReply) {}

  @HandleMessage(memoryAssembled)
  async assembled(@Data() data: DataOf<typeof memoryAssembled>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('memory.assembled.v1', data, delivery);
  }

  @HandleMessage(memoryCommitted)
  async committed(@Data() data: DataOf<typeof memoryCommitted>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('memory.committed.v1', data, delivery);
  }

  @HandleMessage(memoryEnded)
  async ended(@Data() data: DataOf<typeof memoryEnded>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('memory.ended.v1', data, delivery);
  }

  @HandleMessage(skillSucceeded)
  async succeeded(@Data() data: DataOf<typeof skillSucceeded>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('skill.succeeded.v1', data, delivery);
  }

  @HandleMessage(skillFailed)
  async failed(@Data() data: DataOf<typeof skillFailed>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('skill.failed.v1', data, delivery);
  }

  @HandleMessage(modelAnswered)
  async modelAnswered(
    @Data() data: DataOf<typeof modelAnswered>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<void> {
    await this.replies.run('model.answered.v1', data, delivery);
  }

  @HandleMessage(verdictReached)
  async verdict(@Data() data: DataOf<typeof verdictReached>, @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run('verdict.reached.v1', data, delivery);
  }

  @HandleMessage(commandFailed)
  async commandFailed(
    @Data() data: DataOf<typeof commandFailed>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<void> {
    await this.replies.run('command.failed.v1', data, delivery);
  }
}
