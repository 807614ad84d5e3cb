import { isRefusal, type Refusal, type SessionId, type TenantId, type UserId } from '@plinth/kernel';
import { recall, type Recalled } from '../../domain/recall/recall';
import { EMPTY_SESSION, foldUpdates } from '../../domain/session-state/session-state';
import { queryVector } from '../../domain/terms/bm25';
import { termCounts } from '../../domain/terms/tokenise';
import { readActs } from '../../domain/utterance/read-acts';
import type { MemorySearch, ProfileChange } from '../../ports/memory-search';
import type { SessionBook } from '../../ports/session-book';
import { observeRecall, zeroRecallMetric } from './recall-metric';

export interface RecallRequest {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly query: string;
  readonly topK: number;
  readonly sessionId?: SessionId;
}

/** Recall on request, without a turn: the same three steps, nothing is updated. */
export class RecallMemory {
  constructor(
    private readonly search: MemorySearch,
    private readonly sessions: SessionBook,
    /** Milliseconds of a monotonic clock. */
    private readonly stopwatch: () => number,
  ) {
    zeroRecallMetric('request');
  }

  async recall({ tenant, userId, query, topK, sessionId }: RecallRequest): Promise<Recalled | Refusal> {
    const began = this.stopwatch();
    const session = sessionId === undefined ? EMPTY_SESSION : await this.session(tenant, userId, sessionId);
    if (isRefusal(session)) return session;
    const [profile, found] = await Promise.all([
      this.search.profileOf(tenant, userId),
      this.search.search(tenant, userId, queryVector(termCounts(query)), topK),
    ]);
    const question = readActs(query, [])
      .flatMap((act) => (act.act === 'ask' ? [act] : []))
      .at(-1);
    const recalled = recall(question, { session, profile, found }, topK);
    observeRecall('request', recalled.answer?.layer, this.stopwatch() - began);
    return recalled;
  }

  /** What is stored about a user and how it came to be. */
  async inspect(
    tenant: TenantId,
    userId: UserId,
  ): Promise<{ profile: { key: string; value: string; observed_at: string }[]; changes: ProfileChange[] }> {
    const [profile, changes] = await Promise.all([
      this.search.profileOf(tenant, userId),
      this.search.changesOf(tenant, userId),
    ]);
    return {
      profile: profile.map(({ key, value, observedAtMs }) => ({
        key,
        value,
        observed_at: new Date(observedAtMs).toISOString(),
      })),
      changes: [...changes],
    };
  }

  private async session(tenant: TenantId, userId: UserId, sessionId: SessionId) {
    const owner = await this.sessions.ownerOf(tenant, sessionId);
    return owner === userId ? foldUpdates(await this.sessions.updatesOf({ tenant, userId, sessionId })) : EMPTY_SESSION;
  }
}
