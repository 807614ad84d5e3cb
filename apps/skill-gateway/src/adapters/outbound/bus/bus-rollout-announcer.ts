import type { BusProducer } from '@plinth/bus';
import { withService } from '@plinth/telemetry';
import { RolloutAnnouncer } from '../../../ports/rollout-announcer';
import type { Change } from '../../../ports/rollout-ledger';
import { announcementOf } from './rollout-announcement';

export class BusRolloutAnnouncer extends RolloutAnnouncer {
  constructor(private readonly producer: BusProducer) {
    super();
  }

  async announce(changes: readonly Change[]): Promise<void> {
    await withService('skill-gateway', () => this.producer.send(changes.map(announcementOf)));
  }
}
