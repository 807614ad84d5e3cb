import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, erased, HandleMessage, type Delivery, type HandlerResult } from '@plinth/bus';
import { userErase, userErased, type DataOf } from '@plinth/contracts';
import { EraseUser } from '../../../features/erase-user/erase-user';

/** This service's own part of an erasure, and the answers of all services, which make the receipt. */
@Controller()
export class ErasureHandlers {
  constructor(private readonly eraseUser: EraseUser) {}

  @HandleMessage(userErase, 'plinth.memory.commands')
  async erase(@Data() data: DataOf<typeof userErase>, @DeliveryContext() delivery: Delivery): Promise<HandlerResult> {
    const { id, tenant } = delivery;
    const { counts, refused } = await this.eraseUser.erase({
      tenant,
      commandId: id,
      erasureId: data.erasure_id,
      userIds: data.user_ids,
      requestedAt: data.requested_at,
    });
    return erased(delivery, data, counts, refused);
  }

  @HandleMessage(userErased)
  async collect(
    @Data() data: DataOf<typeof userErased>,
    @DeliveryContext() { tenant }: Delivery,
  ): Promise<HandlerResult> {
    await this.eraseUser.collect(tenant, data.erasure_id, {
      service: data.service,
      counts: data.counts,
      refused: data.refused,
    });
    return undefined;
  }
}
