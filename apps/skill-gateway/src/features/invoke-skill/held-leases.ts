import type { InvocationLedger, LedgerLease } from '../../ports/invocation-ledger';

/**
 * The leases that this process works under; renewed together, so that an owner that lives keeps them.
 * Owns the set. A lease is in it exactly while its work runs.
 */
export class HeldLeases {
  private readonly held = new Set<LedgerLease>();
  private idle: (() => void)[] = [];

  constructor(
    private readonly ledger: InvocationLedger,
    private readonly leaseMs: number,
  ) {}

  async during<T>(lease: LedgerLease, work: () => Promise<T>): Promise<T> {
    this.held.add(lease);
    try {
      return await work();
    } finally {
      this.held.delete(lease);
      if (this.held.size === 0) this.idle.splice(0).forEach((resolve) => resolve());
    }
  }

  /** Throws TransientError when the store is away; the leases then last as long as they last. */
  async renew(): Promise<void> {
    if (this.held.size > 0) await this.ledger.renew([...this.held], this.leaseMs);
  }

  /** Resolves when no work is under way. */
  async settled(): Promise<void> {
    if (this.held.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }
}
