import type { BusProducer } from '@plinth/bus';
import { SERVICES, userErase, type ServiceName } from '@plinth/contracts';
import { deriveId, messageId, userId, type Clock } from '@plinth/kernel';
import type { Erasure } from '../../../ports/erasure-ledger';
import { ErasureCourier } from '../../../ports/erasure-courier';

export class BusErasureCourier extends ErasureCourier {
  constructor(
    private readonly producer: BusProducer,
    private readonly clock: Clock,
  ) {
    super();
  }

  async send(erasure: Erasure, to: readonly ServiceName[]): Promise<void> {
    await this.producer.send(
      to.map((service) => ({
        definition: userErase,
        topic: SERVICES[service].commands,
        envelope: {
          id: messageId(deriveId('erase', erasure.erasureId, service)),
          source: 'memory',
          timeMs: this.clock.now(),
          tenant: erasure.tenant,
          user: userId(erasure.userId),
        },
        data: {
          erasure_id: erasure.erasureId,
          user_ids: [...erasure.userIds],
          requested_at: new Date(erasure.requestedAtMs).toISOString(),
        },
      })),
    );
  }
}
