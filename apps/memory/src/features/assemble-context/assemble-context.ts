import type { EmbedQuestion } from '@plinth/embedding';
import { canonicalUserId, checkIncoming, memoryAssembled } from '@plinth/contracts';
import { isRefusal, refuse, type Refusal, type UserId } from '@plinth/kernel';
import { setActiveSpanAttributes } from '@plinth/telemetry';
import { activityAnswer, askedActivity, type ActivityAnswer } from '../../domain/recall/activity';
import { queryEmbedded } from '../../domain/recall/recall-query';
import type { RecallPolicy } from '../../domain/recall/recall-policy';
import type { ActivityBook } from '../../ports/activity-book';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionCache } from '../../ports/session-cache';
import type { AssembleQuery, Moved, TurnLedger } from '../../ports/turn-ledger';
import { observeRecall, zeroRecallMetric } from '../recall-memory/recall-metric';
import { asCanonical } from './as-canonical';
import type { AssembleCommand, Assembled } from './assemble-command';
import { decideTurn } from './decide-turn';
import { namedPeople } from './named-people';
import { readTurn, type TurnReading } from './read-turn';

export type { AssembleCommand, Assembled } from './assemble-command';

/**
 * Updates the session by what the user said, then recalls what the turn needs. One transaction; the hot copy is read before it and
 * written after it, and may be lost at any time. Delivered twice, or sent again for the same turn, it answers what it answered first.
 */
export class AssembleContext {
  constructor(
    private readonly ledger: TurnLedger,
    private readonly cache: SessionCache,
    private readonly policies: PolicyBook,
    /** Milliseconds of a monotonic clock. */
    private readonly stopwatch: () => number,
    /** Where vectors are not made here. */
    private readonly questions?: EmbedQuestion,
    private readonly activities?: ActivityBook,
  ) {
    zeroRecallMetric('turn');
  }

  /** Of an id that has been merged, for the user whom it means now. */
  async assemble(command: AssembleCommand): Promise<Assembled | Refusal> {
    return asCanonical(canonicalUserId(command.tenant, command.data.user), (user) => this.assembleAs(command, user));
  }

  private async assembleAs(command: AssembleCommand, user: UserId): Promise<Assembled | Refusal | Moved> {
    const began = this.stopwatch();
    const { data, tenant, session: sessionId, turn: turnId, id: commandId } = command;
    const nowMs = Date.parse(data.now);
    const session = { tenant, userId: user, sessionId };
    const policy = this.policies.of(tenant);
    const said = readTurn(data, nowMs);
    const undoes = said.acts.some(({ act }) => act === 'undo');
    const [cached, reading, activity] = await Promise.all([
      undoes ? undefined : this.cache.read(session),
      this.embedded(said),
      this.activity(command, user, said),
    ]);
    const turn = {
      ...{ command, user, nowMs, reading, policy },
      ...(cached ? { cached } : {}),
      ...(activity ? { activity } : {}),
    };
    const outcome = await this.ledger.assemble(
      { ...session, turnId, commandId, saidAtMs: nowMs },
      { ...queryOf(data, reading, policy.recall, nowMs), knownVersion: cached?.version ?? 0 },
      (known) => decideTurn({ ...turn, tookMs: this.stopwatch() - began }, known),
    );
    if (isRefusal(outcome) || 'movedTo' in outcome) return outcome;
    if (outcome.repeated)
      return outcome.reply === null
        ? refuse('gone', 'user_erased', 'The user of this turn has been erased.')
        : checkIncoming(memoryAssembled, outcome.reply);
    const { reply, version, after } = outcome;
    await this.cache.save(session, { version, state: after.state }, after.from);
    setActiveSpanAttributes({ recallReturned: reply.items.length });
    observeRecall('turn', reply.preview?.answered_by, this.stopwatch() - began);
    return reply;
  }

  private async embedded(reading: TurnReading): Promise<TurnReading> {
    if (!this.questions) return reading;
    return { ...reading, query: queryEmbedded(reading.query, await this.questions.vectorOf(reading.text)) };
  }

  private async activity(
    { tenant, session, data }: AssembleCommand,
    user: UserId,
    { text }: TurnReading,
  ): Promise<ActivityAnswer | undefined> {
    const about = askedActivity(text);
    if (!about || !this.activities) return undefined;
    return activityAnswer(about, await this.activities.activityOf(tenant, user, session), text, data.time_zone);
  }
}

function queryOf(
  { user, space }: AssembleCommand['data'],
  { text, anchors, query }: TurnReading,
  { armLimit, considered, conversationGapMs }: RecallPolicy,
  nowMs: number,
): Omit<AssembleQuery, 'knownVersion'> {
  return {
    ...('channel' in user ? { channel: { name: user.channel, externalId: user.external_id } } : {}),
    search: query,
    people: namedPeople(text, anchors),
    bounds: {
      ...{ nowMs, unasked: true, armLimit, considered, conversationGapMs },
      // The space that the agent of the turn works in (M27).
      ...(space === undefined ? {} : { space }),
    },
  };
}
