import type { Logger } from '@plinth/telemetry';
import { erasedReply } from '../../domain/outcome/erased-reply';
import type { Due, InvocationLedger } from '../../ports/invocation-ledger';
import type { ReplySender } from '../../ports/reply-sender';
import type { LeasedWork } from '../invoke-skill/run-invocation';

export interface SweepSettings {
  readonly leaseMs: number;
  /** Invocations that this process works off for dead owners at once. */
  readonly atOnce: number;
}

/**
 * Finds what dead owners have left and ends it, so that every command is answered even if nobody sends it again. Owns the
 * count of what it has under way; any number of replicas may sweep.
 */
export class SweepInvocations {
  private underWay = 0;

  constructor(
    private readonly ledger: InvocationLedger,
    private readonly worker: { runDetached(work: LeasedWork): Promise<void> },
    private readonly sender: ReplySender,
    private readonly logger: Logger,
    private readonly settings: SweepSettings,
  ) {}

  /** Takes what is due and begins with it; how many. Throws TransientError when the store is away. */
  async sweep(): Promise<number> {
    const free = this.settings.atOnce - this.underWay;
    if (free <= 0) return 0;
    const found = await this.ledger.takeDue(free, this.settings.leaseMs);
    for (const due of found) {
      this.underWay += 1;
      void this.end(due).finally(() => (this.underWay -= 1));
    }
    return found.length;
  }

  private async end(due: Due): Promise<void> {
    if (due.kind === 'taken_over') return this.worker.runDetached({ ...due, remainingMs: undefined });
    try {
      await this.sender.send(due.invocation.origin, due.reply ?? erasedReply(due.invocation));
      await this.ledger.answered(due.lease);
    } catch (error) {
      this.logger.warn({ err: error, command: due.lease.commandId }, 'A reply could not be sent; it stays due');
    }
  }
}
