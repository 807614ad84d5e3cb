import { randomUUID } from 'node:crypto';
import type { Clock, MessageId, TenantId } from '@plinth/kernel';
import type { SkillReply } from '../../../domain/outcome/skill-reply';
import {
  InvocationLedger,
  type Due,
  type Found,
  type Invocation,
  type LeaseTerms,
  type LedgerLease,
  type Opened,
} from '../../../ports/invocation-ledger';

interface Row {
  invocation: Invocation;
  settled: boolean;
  reply: SkillReply | undefined;
  /** Settled with a reply that has yet to be sent. */
  unanswered: boolean;
  erased: boolean;
  token: string;
  leaseUntilMs: number;
  takes: number;
}

/** A ledger that dies with its process: for tests of what stands on the port. */
export class InProcessInvocationLedger extends InvocationLedger {
  private readonly rows = new Map<string, Row>();
  private readonly erasures = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async open(invocation: Invocation, terms: LeaseTerms): Promise<Opened> {
    const found = this.found(invocation, terms.leaseMs);
    if (found) return found;
    const lease = leaseOf(invocation);
    const row = this.rowOf(invocation, lease.token, terms);
    this.rows.set(keyOf(lease), row);
    return { kind: 'opened', lease, invocation: row.invocation };
  }

  async refuse(invocation: Invocation, reply: SkillReply, terms: LeaseTerms): Promise<Opened> {
    const found = this.found(invocation, terms.leaseMs);
    if (found) return found;
    const lease = leaseOf(invocation);
    const row = this.rowOf(invocation, lease.token, terms);
    this.rows.set(keyOf(lease), { ...row, settled: true, reply: row.erased ? undefined : reply });
    return { kind: 'opened', lease, invocation: row.invocation };
  }

  async find(tenant: TenantId, commandId: MessageId): Promise<Found | undefined> {
    const row = this.rows.get(keyOf({ tenant, commandId }));
    return row && foundOf(row);
  }

  async settle(lease: LedgerLease, reply: SkillReply, answerLater: boolean): Promise<boolean> {
    const row = this.rows.get(keyOf(lease));
    if (!row || row.token !== lease.token) return false;
    if (row.settled) return true;
    row.settled = true;
    row.unanswered = answerLater;
    if (!row.erased) row.reply = reply;
    return true;
  }

  async answered(lease: LedgerLease): Promise<void> {
    const row = this.rows.get(keyOf(lease));
    if (row?.token === lease.token) row.unanswered = false;
  }

  async renew(leases: readonly LedgerLease[], leaseMs: number): Promise<void> {
    for (const lease of leases) {
      const row = this.rows.get(keyOf(lease));
      if (row?.token === lease.token) row.leaseUntilMs = this.clock.now() + leaseMs;
    }
  }

  async takeDue(limit: number, leaseMs: number): Promise<readonly Due[]> {
    const due = [...this.rows.values()].filter((row) => (!row.settled || row.unanswered) && this.isFree(row));
    return due.slice(0, limit).map((row) => {
      const lease = this.take(row, leaseMs);
      const { invocation, reply, settled, takes } = row;
      return settled
        ? { kind: 'unanswered', lease, invocation, reply }
        : { kind: 'taken_over', lease, invocation, takes };
    });
  }

  async erase(tenant: TenantId, userIds: readonly string[], upToMs: number): Promise<number> {
    for (const userId of userIds) {
      const key = JSON.stringify([tenant, userId]);
      this.erasures.set(key, Math.max(upToMs, this.erasures.get(key) ?? 0));
    }
    const rows = [...this.rows.values()].filter(
      ({ invocation, erased }) => !erased && invocation.origin.tenant === tenant && userIds.includes(invocation.userId),
    );
    for (const row of rows) {
      row.erased = true;
      row.reply = undefined;
      row.invocation = { ...row.invocation, input: undefined };
    }
    return rows.length;
  }

  private found({ origin }: Invocation, leaseMs: number): Opened | undefined {
    const row = this.rows.get(keyOf(origin));
    if (!row) return undefined;
    if (row.settled || !this.isFree(row)) return foundOf(row);
    return { kind: 'taken_over', lease: this.take(row, leaseMs), invocation: row.invocation, takes: row.takes };
  }

  private take(row: Row, leaseMs: number): LedgerLease {
    const lease = leaseOf(row.invocation);
    row.token = lease.token;
    row.takes += 1;
    row.leaseUntilMs = this.clock.now() + leaseMs;
    return lease;
  }

  private rowOf(given: Invocation, token: string, { leaseMs, madeAtMs }: LeaseTerms): Row {
    const erasedUpToMs = this.erasures.get(JSON.stringify([given.origin.tenant, given.userId])) ?? -Infinity;
    const erased = madeAtMs <= erasedUpToMs;
    const invocation = erased ? { ...given, input: undefined } : given;
    const leaseUntilMs = this.clock.now() + leaseMs;
    return { invocation, settled: false, reply: undefined, unanswered: false, erased, token, leaseUntilMs, takes: 1 };
  }

  private isFree(row: Row): boolean {
    return row.leaseUntilMs <= this.clock.now();
  }
}

const foundOf = ({ settled, invocation, reply }: Row): Found =>
  settled ? { kind: 'recorded', invocation, reply } : { kind: 'busy', invocation };

const keyOf = ({ tenant, commandId }: { tenant: TenantId; commandId: MessageId }): string =>
  JSON.stringify([tenant, commandId]);

function leaseOf({ origin }: Invocation): LedgerLease {
  return { tenant: origin.tenant, commandId: origin.commandId, token: randomUUID() };
}
