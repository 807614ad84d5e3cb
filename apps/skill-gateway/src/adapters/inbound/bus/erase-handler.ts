import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, erased, HandleMessage, type Delivery, type HandlerResult } from '@plinth/bus';
import { userErase, type DataOf } from '@plinth/contracts';
import { EraseUser } from '../../../features/erase-user/erase-user';

@Controller()
export class EraseHandler {
  constructor(private readonly eraseUser: EraseUser) {}

  @HandleMessage(userErase, 'plinth.skills.commands')
  async erase(@Data() data: DataOf<typeof userErase>, @DeliveryContext() delivery: Delivery): Promise<HandlerResult> {
    const counts = await this.eraseUser.erase(delivery.tenant, data.user_ids, Date.parse(data.requested_at));
    return erased(delivery, data, counts);
  }
}
