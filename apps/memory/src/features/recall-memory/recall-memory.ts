import type { EmbedQuestion } from '@plinth/embedding';
import {
  isRefusal,
  refuse,
  type Clock,
  type Refusal,
  type SessionId,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { activityAnswer, askedActivity } from '../../domain/recall/activity';
import { asksForContact } from '../../domain/recall/contact-asked';
import { withDefaults } from '../../domain/recall/default-facts';
import type { RecallPolicy } from '../../domain/recall/recall-policy';
import { refusedTask } from '../../domain/recall/refused-task';
import { putsQuestion } from '../../domain/recall/puts-question';
import { directAnswer, recall, type Asking, type Recalled } from '../../domain/recall/recall';
import { queryEmbedded, recallQuery } from '../../domain/recall/recall-query';
import { EMPTY_SESSION, foldUpdates, type SessionState } from '../../domain/session-state/session-state';
import { readUtterance } from '../../domain/utterance/read-utterance';
import type { ActivityBook } from '../../ports/activity-book';
import type { KnownFacts, MemorySearch } from '../../ports/memory-search';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionBook } from '../../ports/session-book';
import { recalledShownTo } from './recalled-shown-to';
import { observeRecall, observeSimilarity, zeroRecallMetric } from './recall-metric';

export interface RecallRequest {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly query: string;
  readonly topK: number;
  readonly sessionId?: SessionId;
  readonly task?: string;
  readonly asOfMs?: number;
  readonly nowMs?: number;
  /** IANA. */
  readonly timeZone?: string;
  readonly space?: string;
  readonly docType?: string;
  readonly language?: string;
}

/** Recall on request, without a turn: the same three steps, nothing is updated. */
export class RecallMemory {
  constructor(
    private readonly search: MemorySearch,
    private readonly sessions: SessionBook,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
    /** Milliseconds of a monotonic clock. */
    private readonly stopwatch: () => number,
    /** Where vectors are not made here. */
    private readonly questions?: EmbedQuestion,
    private readonly activities?: ActivityBook,
  ) {
    zeroRecallMetric('request');
  }

  async recall(request: RecallRequest): Promise<(Recalled & { readonly tookMs: number }) | Refusal> {
    const began = this.stopwatch();
    const policy = this.policies.of(request.tenant).recall;
    const refused = refusedTask(request.task, policy);
    if (refused) return refused;
    const session = await this.session(request);
    if (isRefusal(session)) return session;
    const asking = askingOf(request, policy, request.nowMs ?? this.clock.now());
    const recalled = await this.threeSteps(asking, session, request);
    const tookMs = this.stopwatch() - began;
    observeRecall('request', recalled.answeredBy, tookMs);
    observeSimilarity(recalled.ranked, policy);
    const { masks } = this.policies.of(request.tenant);
    return { ...recalledShownTo('owner', recalled, masks), tookMs };
  }

  /**
   * Stops at the first step that suffices: a question about an attribute or a contact is searched for only when session and profile do not
   * know. Whatever else is asked, one statement reads the profile and searches.
   */
  private async threeSteps(asking: Asking, session: SessionState, request: RecallRequest): Promise<Recalled> {
    const { tenant, userId, sessionId, asOfMs, space, docType, language } = request;
    const { policy, nowMs } = asking.ranking;
    const asked = {
      nowMs,
      ...(asOfMs === undefined ? {} : { asOfMs }),
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    const counted = await this.activityAnswer(asking, session, request);
    if (counted) return counted;
    if (asking.about || asksForContact(asking.text)) {
      const { contacts, ...known } = await this.search.profileOf(tenant, userId, asked);
      const profile = this.withDefaults(request, session, known);
      const direct = directAnswer(asking, { session, profile, contacts });
      if (direct) return { ...direct, ranked: [] };
    }
    const embedded = await this.embedded(asking);
    const { found, ...known } = await this.search.search(tenant, userId, embedded.query, {
      ...asked,
      armLimit: policy.armLimit,
      considered: Math.max(policy.considered, asking.ranking.top),
      conversationGapMs: policy.conversationGapMs,
      ...(space === undefined ? {} : { space }),
      ...(docType === undefined ? {} : { docType }),
      ...(language === undefined ? {} : { language }),
    });
    return recall(embedded, {
      session,
      ...(sessionId === undefined ? {} : { sessionId }),
      profile: this.withDefaults(request, session, known),
      found,
    });
  }

  /** What the user has done stands in rows of its own, which are read for the question alone; they have no history. */
  private async activityAnswer(
    { text, ranking }: Asking,
    session: SessionState,
    { tenant, userId, sessionId, asOfMs, timeZone = 'UTC' }: RecallRequest,
  ): Promise<Recalled | undefined> {
    const about = askedActivity(text);
    if (!about || !this.activities || asOfMs !== undefined) return undefined;
    const activity = await this.activities.activityOf(tenant, userId, sessionId);
    const { facts: profile } = activityAnswer(about, activity, text, timeZone);
    const answer = directAnswer({ about, text, ranking }, { session, profile });
    return answer && { ...answer, ranked: [] };
  }

  /** Of the past only what was known then: defaults have no history. */
  private withDefaults({ tenant, asOfMs }: RecallRequest, session: SessionState, known: KnownFacts) {
    return asOfMs === undefined ? withDefaults(this.policies.of(tenant).defaults, session, known) : known.facts;
  }

  private async embedded(asking: Asking): Promise<Asking> {
    if (!this.questions) return asking;
    const vector = await this.questions.vectorOf(asking.text);
    const { model: _local, ...ranking } = asking.ranking;
    return {
      ...asking,
      query: queryEmbedded(asking.query, vector),
      ranking: { ...ranking, ...(vector ? { model: vector.model } : {}) },
    };
  }

  /** One that is not known yet holds nothing; another user's is none. */
  private async session({ tenant, userId, sessionId }: RecallRequest): Promise<SessionState | Refusal> {
    if (sessionId === undefined) return EMPTY_SESSION;
    const history = await this.sessions.historyOf(tenant, sessionId);
    if (history && history.owner !== userId)
      return refuse('not_found', 'session_not_found', 'The user has no such session.', { field: 'session_id' });
    return history ? foldUpdates(history.updates) : EMPTY_SESSION;
  }
}

function askingOf(request: RecallRequest, policy: RecallPolicy, nowMs: number): Asking {
  const { query: asked, task, topK: top, timeZone = 'UTC', sessionId } = request;
  const { text, question } = readUtterance(asked, { nowMs, timeZone });
  const query = recallQuery(text, { nowMs, timeZone });
  return {
    text,
    query,
    lookup: sessionId === undefined,
    ranking: {
      policy,
      nowMs,
      top,
      quotes: putsQuestion(text),
      ...(task === undefined ? {} : { task }),
      ...(query.vector ? { model: query.vector.model } : {}),
    },
    ...(question ? { about: question } : {}),
  };
}
