import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, type Delivery, type HandlerResult } from '@plinth/bus';
import { skillOutcome, type DataOf } from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import { RecordOutcome } from '../../../features/record-outcome/record-outcome';
import { toldOutcome } from '../../../features/record-outcome/told-outcome';

@Controller()
export class OutcomeHandler {
  constructor(private readonly recordOutcome: RecordOutcome) {}

  /** What says nothing, or of no call, is parked for whoever sent it. */
  @HandleMessage(skillOutcome)
  async note(
    @Data() data: DataOf<typeof skillOutcome>,
    @DeliveryContext() { tenant, timeMs }: Delivery,
  ): Promise<HandlerResult> {
    const refused = await this.recordOutcome.record(tenant, toldOutcome(data, timeMs));
    if (!refused) return undefined;
    const { message, field = '', rule = '' } = refused.error;
    throw new PermanentError('invalid_outcome', message, { field, rule });
  }
}
