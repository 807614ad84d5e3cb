import type { InvocationLedger, LedgerLease } from '../../ports/invocation-ledger';

/**
 * The leases that this process works under; renewed together, so that an owner that lives keeps them.
 * Owns the set. A lease is in it exactly while its work runs.
 */
export class HeldLeases {
  private readonly held = new Map<LedgerLease, Promise<unknown>>();

  constructor(
    private readonly ledger: InvocationLedger,
    private readonly leaseMs: number,
  ) {}

  during<T>(lease: LedgerLease, work: () => Promise<T>): Promise<T> {
    const done = work().finally(() => this.held.delete(lease));
    this.held.set(lease, done);
    return done;
  }

  /** Throws TransientError when the store is away; the leases then last as long as they last. */
  async renew(): Promise<void> {
    if (this.held.size > 0) await this.ledger.renew([...this.held.keys()], this.leaseMs);
  }

  /** Resolves when the work that is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.held.values());
  }
}
