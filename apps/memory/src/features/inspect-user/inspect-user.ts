import {
  isRefusal,
  refuse,
  type Clock,
  type Refusal,
  type SessionId,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import type { GateMode } from '../../domain/candidates/gate-policy';
import type { Recalled } from '../../domain/recall/recall';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionBook } from '../../ports/session-book';
import type { Place, RecordList, RecordsByList, UserRecords, UserSummary } from '../../ports/user-records';
import { RECORD_LISTS } from '../../ports/user-records';
import type { RecallMemory } from '../recall-memory/recall-memory';
import { recalledShownTo } from '../recall-memory/recalled-shown-to';
import { recordsShownTo } from './shown-to';

export interface Inspection {
  readonly tenant: TenantId;
  readonly userId: UserId;
  /** Who looks; everybody but the user himself reads it masked. */
  readonly viewer: UserId;
  /** A simulated recall. */
  readonly query?: string;
  readonly sessionId?: SessionId;
  readonly timeZone?: string;
  readonly asOfMs?: number;
  /** One list alone, behind `after`. */
  readonly list?: RecordList;
  readonly after?: Place;
  readonly limit: number;
}

export interface Inspected {
  readonly summary: UserSummary & { readonly modeInForce: GateMode };
  readonly lists: readonly RecordList[];
  readonly records: RecordsByList;
  /** Where each list that is longer goes on. */
  readonly next: Readonly<Partial<Record<RecordList, Place>>>;
  readonly recalled?: Recalled;
}

/** Of a simulated recall. */
const RECALLED = 20;

/** What memory keeps of a user and would recall, for whoever has to find out why it answered as it did (M28). Changes and counts nothing. */
export class InspectUser {
  constructor(
    private readonly records: UserRecords,
    private readonly recallMemory: RecallMemory,
    private readonly sessions: SessionBook,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
  ) {}

  async inspect(asked: Inspection): Promise<Inspected | Refusal> {
    const { tenant, userId, viewer, sessionId, limit, after, asOfMs, list } = asked;
    if (sessionId !== undefined && (await this.sessions.ownerOf(tenant, sessionId)) !== userId)
      return refuse('not_found', 'session_not_found', 'The user has no such session.', { field: 'session_id' });
    const lists = list === undefined ? RECORD_LISTS : [list];
    const [records, summary, recalled] = await Promise.all([
      this.records.read(tenant, userId, {
        lists,
        limit: limit + 1,
        nowMs: this.clock.now(),
        ...(after === undefined ? {} : { after }),
        ...(asOfMs === undefined ? {} : { asOfMs }),
      }),
      this.records.summaryOf(tenant, userId),
      this.simulated(asked),
    ]);
    if (recalled && isRefusal(recalled)) return recalled;
    const { masks, gate } = this.policies.of(tenant);
    const next = lists.flatMap((name) => {
      const last = records[name].length > limit ? records[name][limit - 1] : undefined;
      return last ? [[name, { atMs: last.atMs, id: last.id }] as const] : [];
    });
    return {
      summary: { ...summary, modeInForce: summary.mode ?? gate.mode },
      lists,
      records: recordsShownTo(viewer, userId, firstOf(records, limit), masks),
      next: Object.fromEntries(next),
      ...(recalled ? { recalled: recalledShownTo(viewer === userId ? 'owner' : 'other', recalled, masks) } : {}),
    };
  }

  private async simulated({ tenant, userId, query, sessionId, timeZone, asOfMs }: Inspection) {
    if (query === undefined) return undefined;
    return this.recallMemory.recall({
      tenant,
      userId,
      query,
      topK: RECALLED,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(asOfMs === undefined ? {} : { asOfMs }),
    });
  }
}

function firstOf(records: RecordsByList, limit: number): RecordsByList {
  const { sessions, profile, contacts, candidates, items, links, changes, feedback, signals, actions, tasks } = records;
  return {
    sessions: sessions.slice(0, limit),
    profile: profile.slice(0, limit),
    contacts: contacts.slice(0, limit),
    candidates: candidates.slice(0, limit),
    items: items.slice(0, limit),
    links: links.slice(0, limit),
    changes: changes.slice(0, limit),
    feedback: feedback.slice(0, limit),
    actions: actions.slice(0, limit),
    tasks: tasks.slice(0, limit),
    signals: signals.slice(0, limit),
  };
}
