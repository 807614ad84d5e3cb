import {
  deriveId,
  isRefusal,
  messageId,
  refuse,
  turnId,
  type IdSource,
  type MessageId,
  type Refusal,
  type SessionId,
  type TenantId,
  type TurnId,
  type UserId,
} from '@plinth/kernel';
import { SOURCE_OF_ROLE } from '../../domain/candidates/source-trust';
import type { SessionBook, SessionStanding } from '../../ports/session-book';
import type { Assembled, AssembleContext } from '../assemble-context/assemble-context';
import type { Committed, CommitTurn } from '../commit-turn/commit-turn';
import { erasedBefore, type OnceByKey } from '../once-by-key/once-by-key';
import type { WriteItems } from '../write-items/write-items';

export interface Utterance {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly locale: string;
  /** Of the agent that leads the dialogue (M27). */
  readonly space?: string;
  /** The candidate that the assistant's text asks the user to confirm. */
  readonly askedCandidate?: string;
  /** The same key is observed once. */
  readonly idempotencyKey?: string;
}

export interface Observed {
  readonly turn_id: string;
  readonly anchors: Assembled['anchors'];
  readonly changes: Assembled['changes'];
  readonly session: Assembled['session'];
  readonly ask?: Assembled['ask'];
  readonly stored: Committed['stored'];
}

const NOTHING: Omit<Observed, 'turn_id'> = {
  anchors: [],
  changes: [],
  session: { facts: {}, constraints: {}, state: {} },
  stored: [],
};

const ENDED = refuse('gone', 'session_ended', 'The session has ended.');
const ANSWERED = refuse(
  'conflict',
  'already_answered',
  'The last user turn has another answer already, which stands: send an answer of several parts as one text.',
  { field: 'role', rule: 'order' },
);

/**
 * Dialogue that is led elsewhere, utterance by utterance: what the user says goes the way of a turn, what the assistant says is what the
 * user's next words answer to, what a tool says can be quoted and is never read as anybody's words (M25).
 */
export class ObserveDialogue {
  constructor(
    private readonly assembleContext: AssembleContext,
    private readonly commitTurn: CommitTurn,
    private readonly sessions: SessionBook,
    private readonly writeItems: WriteItems,
    private readonly keys: OnceByKey,
    private readonly ids: IdSource,
  ) {}

  async observe(utterance: Utterance): Promise<Observed | Refusal> {
    const { tenant, userId, sessionId, space } = utterance;
    const { owner, last, erasedUntilMs } = await this.sessions.standingOf({ tenant, userId, sessionId }, space);
    if (owner !== undefined && owner !== userId)
      return refuse('not_found', 'session_not_found', 'There is no such session.');
    if (utterance.nowMs <= erasedUntilMs) return erasedBefore('now');
    const claimed = await this.claim(utterance, last?.turnId);
    if (isRefusal(claimed)) return claimed;
    const id = messageId(deriveId('observed', tenant, userId, sessionId, utterance.idempotencyKey ?? this.ids.next()));
    switch (utterance.role) {
      case 'user':
        return this.hear(utterance, id, last);
      case 'assistant':
        return claimed.answers === undefined ? this.greet(utterance) : this.answer(utterance, last, claimed.answers);
      case 'tool':
        return this.keep(utterance, id);
    }
  }

  private async hear(
    { tenant, userId, sessionId, text, nowMs, timeZone, locale, space }: Utterance,
    id: MessageId,
    last: SessionStanding['last'],
  ): Promise<Observed | Refusal> {
    const turn = turnId(id);
    const now = new Date(nowMs).toISOString();
    const previous = last?.answered && { turn_id: last.turnId, reply: last.answered.reply, slots: last.answered.slots };
    const assembled = await this.assembleContext.assemble({
      id,
      tenant,
      session: sessionId,
      turn,
      data: {
        ...{ user: { user_id: userId }, text, now, locale, time_zone: timeZone },
        ...(previous ? { previous } : {}),
        ...(space === undefined ? {} : { space }),
      },
      ...(last ? { previousTurn: last.turnId } : {}),
    });
    if (isRefusal(assembled)) return assembled;
    const committed = await this.commitTurn.commit({
      id: messageId(deriveId(id, 'commit')),
      tenant,
      session: sessionId,
      turn,
      data: {
        ...{ user_id: userId, text, locale, observed_at: now, anchors: assembled.anchors },
        ...{ skill_results: [], used_memory_ids: [], decisions: [] },
        ...(space === undefined ? {} : { space }),
      },
    });
    if (isRefusal(committed)) return committed;
    const { anchors, changes, session, ask } = assembled;
    return { turn_id: turn, anchors, changes, session, stored: committed.stored, ...(ask ? { ask } : {}) };
  }

  /** What an assistant answers is the turn that was last when it first said so, however late it is repeated. */
  private async claim(utterance: Utterance, answers: TurnId | undefined): Promise<{ answers?: string } | Refusal> {
    const { tenant, userId, sessionId, idempotencyKey, ...said } = utterance;
    const referred = utterance.role === 'assistant' && answers !== undefined ? { answers } : {};
    if (idempotencyKey === undefined) return referred;
    const key = ['observe', sessionId, idempotencyKey];
    return this.keys.claim({ tenant, userId, key, body: { ...said }, saidAtMs: said.nowMs, ...referred });
  }

  private async answer(
    { tenant, userId, sessionId, text, askedCandidate }: Utterance,
    last: SessionStanding['last'],
    answers: string,
  ): Promise<Observed | Refusal> {
    if (last?.turnId === answers && last.answered && last.answered.reply !== text) return ANSWERED;
    const reply = { turnId: answers, reply: text, slots: slotsOf(askedCandidate) };
    await this.sessions.answerRound({ tenant, userId, sessionId }, reply);
    return { turn_id: answers, ...NOTHING };
  }

  /** What the assistant says before its user: the first words of the user are read as an answer to it. */
  private async greet({
    tenant,
    userId,
    sessionId,
    text,
    nowMs,
    askedCandidate,
    space,
  }: Utterance): Promise<Observed | Refusal> {
    const turnId = deriveId('greeting', tenant, userId, sessionId, ...(space === undefined ? [] : [space]));
    const said = { turnId, reply: text, slots: slotsOf(askedCandidate), saidAtMs: nowMs, space };
    const greeted = await this.sessions.greet({ tenant, userId, sessionId }, said);
    switch (greeted) {
      case 'greeted':
        return { turn_id: turnId, ...NOTHING };
      case 'late':
        return ANSWERED;
      case 'erased':
        return erasedBefore('now');
      case 'ended':
        return ENDED;
    }
  }

  private async keep(
    { tenant, userId, sessionId, role, text, nowMs, space }: Utterance,
    id: MessageId,
  ): Promise<Observed | Refusal> {
    const written = await this.writeItems.write({
      tenant,
      drafts: [
        {
          userId,
          kind: 'episode',
          content: text,
          source: { id: sessionId, channel: role, type: SOURCE_OF_ROLE[role] },
          timestampMs: nowMs,
          ...(space === undefined ? {} : { space }),
        },
      ],
      idempotencyKey: id,
    });
    if (isRefusal(written)) return written;
    return {
      turn_id: id,
      ...NOTHING,
      stored: written.map(({ id: item, kind, status }) => ({ id: item, kind, status })),
    };
  }
}

const slotsOf = (askedCandidate: string | undefined): Readonly<Record<string, string>> =>
  askedCandidate === undefined ? {} : { asked_candidate: askedCandidate };
