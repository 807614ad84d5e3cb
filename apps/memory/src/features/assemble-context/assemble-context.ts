import {
  canonicalUserId,
  checkIncoming,
  memoryAssembled,
  type DataOf,
  type DialogueContext,
  type memoryAssemble,
} from '@plinth/contracts';
import {
  isRefusal,
  refuse,
  type MessageId,
  type Refusal,
  type SessionId,
  type TenantId,
  type TurnId,
  type UserId,
} from '@plinth/kernel';
import { setActiveSpanAttributes } from '@plinth/telemetry';
import { isOpen } from '../../domain/candidates/candidate';
import type { GatePolicy } from '../../domain/candidates/gate-policy';
import { activityFacts, askedActivity } from '../../domain/recall/activity';
import { defaultFacts } from '../../domain/recall/default-facts';
import type { MasksPolicy } from '../../domain/items/masks-policy';
import type { Ranking } from '../../domain/recall/rank-candidates';
import { recall } from '../../domain/recall/recall';
import { queryEmbedded, recallQuery, type RecallQuery } from '../../domain/recall/recall-query';
import { taskState } from '../../domain/session-state/dialogue-keys';
import { dialogueTurn } from '../../domain/session-state/dialogue-turn';
import {
  EMPTY_SESSION,
  foldUpdates,
  perKind,
  type SessionState,
  type SlotOperation,
} from '../../domain/session-state/session-state';
import type { LightUpdate } from '../../domain/session-state/turn-input';
import { readUtterance } from '../../domain/utterance/read-utterance';
import type { ActivityBook } from '../../ports/activity-book';
import type { PolicyBook } from '../../ports/policy-book';
import type { CachedSession, SessionCache } from '../../ports/session-cache';
import type { KnownPerson, Moved, TurnKnowledge, TurnLedger, TurnRecord } from '../../ports/turn-ledger';
import type { EmbedQuestion } from '../embed-items/embed-question';
import { withStandingPreferences } from '../../domain/recall/standing-preferences';
import { observeRecall, zeroRecallMetric } from '../recall-memory/recall-metric';
import { asCanonical } from './as-canonical';
import { constraintsOf } from './constraints';
import { memoryPreview } from './memory-preview';
import { namedPeople, withContacts } from './named-people';
import { windowOf } from './window-of';
import { signalsIn } from './signals-in';
import { withoutFrozen } from './without-frozen';

export type Assembled = DataOf<typeof memoryAssembled>;

export interface AssembleCommand {
  readonly id: MessageId;
  readonly tenant: TenantId;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly data: DataOf<typeof memoryAssemble>;
  /** The turn before this one, where nobody has told what it was answered. */
  readonly previousTurn?: TurnId;
}

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
    const { data, tenant } = command;
    const nowMs = Date.parse(data.now);
    const session = { tenant, userId: user, sessionId: command.session };
    const read = readTurn(data, nowMs);
    const {
      recall: policy,
      defaults,
      gate,
      masks,
      taskSlots,
      window: windowPolicy,
      signals,
    } = this.policies.of(tenant);
    const { armLimit, considered, conversationGapMs } = policy;
    const activityAsked = askedActivity(data.text);
    const [cached, query, activity] = await Promise.all([
      read.undoes ? undefined : this.cache.read(session),
      this.embedded(read),
      activityAsked && this.activities?.activityOf(tenant, user, command.session),
    ]);
    const done = activity ? activityFacts(activity, data.text, data.time_zone) : [];
    const reading = { ...read, query };
    const state: { after?: CachedSession; changed: SlotOperation[]; from?: number } = { changed: [] };
    const outcome = await this.ledger.assemble(
      { ...session, turnId: command.turn, commandId: command.id, saidAtMs: nowMs },
      {
        ...('channel' in data.user ? { channel: { name: data.user.channel, externalId: data.user.external_id } } : {}),
        knownVersion: cached?.version ?? 0,
        search: reading.query,
        people: namedPeople(reading.text, reading.anchors),
        bounds: { nowMs, unasked: true, armLimit, considered, conversationGapMs, ...spaceOf(data) },
      },
      (known): TurnRecord<Assembled> => {
        const base = known.baseVersion > 0 && cached ? cached.state : EMPTY_SESSION;
        const before = foldUpdates(known.updates, base);
        const heard = heardBy(data, { nowMs, contacts: known.contacts ?? [] }, reading);
        const update = known.erased
          ? untouched(before)
          : dialogueTurn({
              ...turnInput(command, nowMs, heard),
              taskSchema: taskSlots,
              mode: known.mode ?? gate.mode,
              session: before,
              history: known.updates,
              said: known.rounds,
              ...knowledgeOf(known, nowMs, gate),
            });
        const undone = update.updates.some(({ type }) => type === 'undo');
        state.after = { version: known.version + update.updates.length, state: update.session };
        state.changed = operationsOf([...known.updates, ...update.updates]);
        if (known.baseVersion > 0 && !undone) state.from = known.baseVersion;
        else delete state.from;
        const round = roundOf(data);
        const { context, folded } = windowOf(
          known,
          { ...round, timeZone: data.time_zone, session: update.session },
          windowPolicy,
        );
        const ranking = { policy, nowMs, top: policy.top, unasked: true };
        const segment = update.session.constraints.get('segment') ?? known.segment;
        const taken = defaultFacts(defaults, segment, known.profile);
        const served = { ...known, profile: [...known.profile, ...taken, ...(known.erased ? [] : done)] };
        return {
          updates: update.updates,
          intents: [...update.intents, ...(known.erased ? [] : signalsIn(reading, command, known, signals))],
          reply: assembledOf(
            { user, sessionId: command.session },
            { ...update, ...(context ? { context: withoutFrozen(context, update.session) } : {}) },
            served,
            activityAsked && done.some(({ key }) => key === activityAsked.key)
              ? { ...heard, question: activityAsked }
              : heard,
            { ranking, masks, tookMs: this.stopwatch() - began },
          ),
          ...(known.erased ? {} : { round, ...(folded ? { folded } : {}) }),
        };
      },
    );
    if (isRefusal(outcome) || 'movedTo' in outcome) return outcome;
    if (outcome.repeated)
      return outcome.reply === null
        ? refuse('gone', 'user_erased', 'The user of this turn has been erased.')
        : checkIncoming(memoryAssembled, outcome.reply);
    if (state.after) {
      const from = state.from === undefined ? undefined : { version: state.from, changed: state.changed };
      await this.cache.save(session, state.after, from);
    }
    setActiveSpanAttributes({ recallReturned: outcome.reply.items.length });
    observeRecall('turn', outcome.reply.preview?.answered_by, this.stopwatch() - began);
    return outcome.reply;
  }

  private async embedded({ query, text }: Reading): Promise<RecallQuery> {
    return this.questions ? queryEmbedded(query, await this.questions.vectorOf(text)) : query;
  }
}

type Reading = ReturnType<typeof readTurn>;

function readTurn(data: AssembleCommand['data'], nowMs: number, contacts: readonly KnownPerson[] = []) {
  const said = { nowMs, timeZone: data.time_zone, contacts };
  const reading = readUtterance(data.text, said);
  const query = recallQuery(reading.text, said);
  return { ...reading, query, undoes: reading.acts.some(({ act }) => act === 'undo') };
}

/** Read again by the names that the user gives to those whom the text names; what it is searched by stays. */
function heardBy(
  data: AssembleCommand['data'],
  { nowMs, contacts }: { readonly nowMs: number; readonly contacts: readonly KnownPerson[] },
  reading: Reading,
): Reading {
  return contacts.length === 0 ? reading : { ...readTurn(data, nowMs, contacts), query: reading.query };
}

function turnInput({ id, turn, data, previousTurn }: AssembleCommand, nowMs: number, { acts, anchors, text }: Reading) {
  const asked = data.previous?.slots['asked_candidate'];
  const previous = data.previous?.turn_id ?? previousTurn;
  return {
    commandId: id,
    turnId: turn,
    nowMs,
    timeZone: data.time_zone,
    acts,
    anchors,
    text,
    ...(data.previous && data.previous.reply !== '' ? { previousReply: data.previous.reply } : {}),
    constraints: constraintsOf(data.attributes ?? {}),
    ...(previous === undefined ? {} : { previousTurnId: previous }),
    ...(asked === undefined ? {} : { askedCandidateId: asked }),
  };
}

function knowledgeOf(known: TurnKnowledge, nowMs: number, gate: GatePolicy) {
  return {
    profile: new Map(known.profile.map(({ key, value }) => [key, value])),
    candidates: known.candidates.filter((candidate) => isOpen(candidate, nowMs, gate)),
  };
}

function roundOf({ text, previous }: AssembleCommand['data']): NonNullable<TurnRecord<Assembled>['round']> {
  if (!previous) return { said: text };
  return { said: text, answered: { turnId: previous.turn_id, reply: previous.reply, slots: previous.slots } };
}

/** Said before its user was erased: not even its anchors may be recorded again. */
function untouched(session: SessionState): LightUpdate {
  return { updates: [], session, changes: [], intents: [], anchors: [] };
}

/** The space that the agent of the turn works in (M27). */
const spaceOf = ({ space }: AssembleCommand['data']) => (space === undefined ? {} : { space });

function operationsOf(
  updates: readonly { readonly type: string; readonly operations?: readonly SlotOperation[] }[],
): SlotOperation[] {
  return updates.flatMap(({ operations }) => operations ?? []);
}

function assembledOf(
  { user, sessionId }: { readonly user: UserId; readonly sessionId: SessionId },
  update: LightUpdate & { readonly context?: DialogueContext },
  known: TurnKnowledge,
  { question, query, text }: Reading,
  { ranking, masks, tookMs }: { readonly ranking: Ranking; readonly masks: MasksPolicy; readonly tookMs: number },
): Assembled {
  const recalled = recall(
    {
      text,
      query,
      ranking: { ...ranking, ...(query.vector ? { model: query.vector.model } : {}) },
      ...(question && !known.erased ? { about: question } : {}),
    },
    { session: update.session, sessionId, profile: known.profile, found: known.found },
  );
  const { answer } = recalled;
  const items = withStandingPreferences(recalled.items, known.profile, ranking.policy.layers.profile);
  return {
    user_id: user,
    anchors: withContacts(update.anchors, known.contacts ?? []),
    session: perKind((kind) => Object.fromEntries(kind === 'state' ? taskState(update.session) : update.session[kind])),
    changes: [...update.changes],
    ...(update.context ? { context: update.context } : {}),
    items,
    ...(answer ? { answer } : {}),
    ...(update.ask ? { ask: update.ask } : {}),
    preview: memoryPreview({ recalled, items, knew: amountsOf(known, update.session), tookMs, masks }),
  };
}

/** How much the turn could rest on, layer by layer. */
function amountsOf({ profile, candidates, contacts = [], rounds, found }: TurnKnowledge, session: SessionState) {
  const slots = session.facts.size + session.constraints.size + taskState(session).size;
  return {
    ...{ session: slots, profile: profile.length, candidates: candidates.length },
    ...{ contacts: contacts.length, rounds: rounds.length, found: found.length },
  };
}
