import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessages, type Delivery } from '@plinth/bus';
import { REPLIES, type ReplyData, type ReplyType } from '../../../domain/session/reply-event';
import { ReceiveReply } from '../../../features/advance-session/receive-reply';

/** Every reply to a command of a session; the delivery is acknowledged once its event is durable and what follows is sent (T2). */
@Controller()
export class SessionEventsController {
  constructor(private readonly replies: ReceiveReply) {}

  @HandleMessages(REPLIES)
  async reply(@Data() data: ReplyData[ReplyType], @DeliveryContext() delivery: Delivery): Promise<void> {
    await this.replies.run(delivery, data);
  }
}
