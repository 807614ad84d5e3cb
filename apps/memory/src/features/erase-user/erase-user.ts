import { SERVICE_NAMES, type ServiceName } from '@plinth/contracts';
import {
  refuse,
  sessionId,
  userId,
  type Clock,
  type IdSource,
  type MessageId,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import type { ErasureAnswer, ErasureLedger } from '../../ports/erasure-ledger';
import type { ErasureCourier } from '../../ports/erasure-courier';
import type { SessionCache } from '../../ports/session-cache';
import { countLeft, expectErasures, noteOpenErasures } from './erasure-metric';
import { receiptOf, type ErasureReceipt } from './receipt';

const POLL_MS = 100;

/**
 * Erases a user everywhere: a tombstone first, so that nothing said before can come back; then a command to every service; the
 * answers make the receipt. A crash after the tombstone leaves an unanswered erasure, which the sweeper sends again.
 */
export class EraseUser {
  constructor(
    private readonly ledger: ErasureLedger,
    private readonly courier: ErasureCourier,
    private readonly cache: SessionCache,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly sleep: (ms: number) => Promise<void>,
    /** How long a request waits for its receipt to be complete. */
    private readonly waitMs: number,
  ) {
    expectErasures();
  }

  /** Answers the receipt as soon as it is complete, or as it is when the wait is over or `hurry` is aborted. */
  async request(tenant: TenantId, user: UserId, hurry?: AbortSignal): Promise<ErasureReceipt> {
    const erasure = await this.ledger.request(tenant, this.ids.next(), user, this.clock.now());
    await this.courier.send(erasure, SERVICE_NAMES);
    const untilMs = erasure.requestedAtMs + this.waitMs;
    for (;;) {
      const found = await this.ledger.find(tenant, erasure.erasureId);
      const receipt = receiptOf(erasure, found?.answers ?? [], found?.verified);
      if (receipt.status === 'completed' || hurry?.aborted || this.clock.now() >= untilMs) return receipt;
      await this.sleep(POLL_MS);
    }
  }

  /** `asUser`: only that user's erasures exist for the caller. */
  async receipt(tenant: TenantId, erasureId: string, asUser: UserId | undefined): Promise<ErasureReceipt | Refusal> {
    const found = await this.ledger.find(tenant, erasureId);
    if (!found || (asUser !== undefined && asUser !== found.erasure.userId))
      return refuse('not_found', 'erasure_not_found', 'There is no such erasure.');
    return receiptOf(found.erasure, found.answers, found.verified);
  }

  /** This service's own part: rows, then hot copies, then a search for what is left. Repeated after a crash, it goes on from the copies. */
  async erase(command: {
    tenant: TenantId;
    commandId: MessageId;
    erasureId: string;
    userIds: readonly string[];
    requestedAt: string;
  }): Promise<Pick<ErasureAnswer, 'counts' | 'refused'>> {
    const { tenant, userIds, erasureId } = command;
    const epochMs = Date.parse(command.requestedAt);
    const { counts, refused, sessions, texts } = await this.ledger.erase({ ...command, epochMs });
    const copies = await this.cache.erase(
      sessions.map((one) => ({
        tenant,
        userId: userId(one.userId),
        sessionId: sessionId(one.sessionId),
        version: one.version,
      })),
    );
    const searched = [
      ...(await this.ledger.search({ tenant, userIds, epochMs, texts })),
      { where: 'hot_store', places: sessions.length, found: copies.left },
    ];
    const found = searched.reduce((sum, one) => sum + one.found, 0);
    countLeft(found);
    await this.ledger.verify(tenant, erasureId, { searched, found });
    return { counts: { ...counts, hot_hashes: copies.hashes, process_copies: copies.processCopies }, refused };
  }

  async collect(tenant: TenantId, erasureId: string, answer: Omit<ErasureAnswer, 'answeredAtMs'>): Promise<void> {
    await this.ledger.record(tenant, erasureId, { ...answer, answeredAtMs: this.clock.now() });
  }

  /** Sends again what a service has left unanswered for half a minute, and erases what retention no longer keeps. Answers how many were sent. */
  async sweep(): Promise<number> {
    const nowMs = this.clock.now();
    await this.ledger.eraseRetained(nowMs, 20);
    const unanswered = await this.ledger.claimUnanswered(nowMs - 30_000, nowMs, 20);
    for (const { erasure, answered } of unanswered) await this.courier.send(erasure, missing(answered));
    noteOpenErasures(await this.ledger.open(), nowMs);
    return unanswered.length;
  }
}

const missing = (answered: readonly ServiceName[]): ServiceName[] =>
  SERVICE_NAMES.filter((service) => !answered.includes(service));
