import { tenantId, turnId } from '@plinth/kernel';
import type { Doorbell } from '@plinth/redis';
import { TurnBell } from '../../../ports/turn-bell';
import type { TurnKey } from '../../../ports/session-journal';

/** One channel for all replicas: a ring carries ids only and travels with the others of its tick. */
const CHANNEL = 'plinth:turns';

export class DoorbellTurnBell extends TurnBell {
  constructor(private readonly doorbell: Doorbell) {
    super();
  }

  announce({ tenant, turn }: TurnKey): void {
    this.doorbell.ring(CHANNEL, `${turn} ${tenant}`);
  }

  listen(onEnded: (turn: TurnKey) => void): Promise<() => Promise<void>> {
    return this.doorbell.subscribe(CHANNEL, (payload) => {
      const [turn = '', ...tenant] = payload.split(' ');
      onEnded({ turn: turnId(turn), tenant: tenantId(tenant.join(' ')) });
    });
  }
}
