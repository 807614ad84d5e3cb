import { languageOf } from '@plinth/contracts';
import type { UserId } from '@plinth/kernel';
import { isOpen } from '../../domain/candidates/candidate';
import type { MemoryPolicy } from '../../domain/policy/memory-policy';
import type { ActivityAnswer } from '../../domain/recall/activity';
import { withDefaults } from '../../domain/recall/default-facts';
import { dialogueTurn, type DialogueTurn } from '../../domain/session-state/dialogue-turn';
import {
  EMPTY_SESSION,
  foldUpdates,
  type SessionState,
  type SlotOperation,
} from '../../domain/session-state/session-state';
import type { LightUpdate } from '../../domain/session-state/turn-input';
import { preferencesIn, type Preferences } from '../../domain/signals/stated-preferences';
import type { CachedSession } from '../../ports/session-cache';
import type { SessionAfter, TurnKnowledge, TurnRecord } from '../../ports/turn-ledger';
import type { AssembleCommand, Assembled } from './assemble-command';
import { assembledOf } from './assembled-of';
import { constraintsOf } from './constraints';
import { heardBy, type TurnReading } from './read-turn';
import { signalsIn } from './signals-in';
import { windowOf } from './window-of';
import { withoutFrozen } from './without-frozen';

export interface TurnToDecide {
  readonly command: AssembleCommand;
  /** Whom the user of the command means now. */
  readonly user: UserId;
  readonly nowMs: number;
  readonly reading: TurnReading;
  readonly cached?: CachedSession;
  /** Where the turn asks what the user has done or left undone. */
  readonly activity?: ActivityAnswer;
  readonly policy: MemoryPolicy;
  /** Since the command came in. */
  readonly tookMs: number;
}

/** What one turn does to the session and means for the profile, and what it is told: pure, of what the store knows (M4, M14). */
export function decideTurn(turn: TurnToDecide, known: TurnKnowledge): TurnRecord<Assembled> {
  const { command, user, nowMs, policy, cached, tookMs } = turn;
  const { data, session: sessionId } = command;
  const before = foldUpdates(known.updates, known.baseVersion > 0 && cached ? cached.state : EMPTY_SESSION);
  const heard = heardBy(data, nowMs, known.contacts ?? [], turn.reading);
  const { stated, shown } = preferencesOf(turn, heard, before, known);
  const told = { ...heard, acts: [...heard.acts, ...stated] };
  const update = known.erased ? untouched(before) : dialogueTurn(turnInput(turn, told, before, known));
  const { session } = update;
  const round = roundOf(data);
  const { context, folded } = windowOf(known, { ...round, timeZone: data.time_zone, session }, policy.window);
  const activity = known.erased ? undefined : turn.activity;
  const profile = [
    ...withDefaults(policy.defaults, session, { ...known, facts: known.profile }),
    ...(activity?.facts ?? []),
  ];
  return {
    updates: update.updates,
    intents: [...update.intents, ...(known.erased ? [] : signalsIn(told, shown, policy.signals))],
    after: afterOf(update, known),
    reply: assembledOf(
      { user, sessionId },
      { ...update, ...(context ? { context: withoutFrozen(context, session) } : {}) },
      { ...known, profile },
      activity?.about ? { ...heard, question: activity.about } : heard,
      { policy, nowMs, tookMs },
    ),
    ...(known.erased ? {} : { round, ...(folded ? { folded } : {}) }),
  };
}

function preferencesOf(
  { command: { data }, policy: { signals } }: TurnToDecide,
  heard: TurnReading,
  { facts }: SessionState,
  { profile, candidates }: TurnKnowledge,
): Preferences {
  const language = languageOf(data.locale, heard.text) === 'zh' ? 'zh' : 'en';
  const after = { longReply: signals.longReply, ...(data.previous ? { previousReply: data.previous.reply } : {}) };
  const held = [...[...facts].map(([key, value]) => ({ key, value })), ...profile, ...candidates];
  return preferencesIn(heard, after, language, held);
}

function turnInput(
  { command, nowMs, policy: { taskSlots, gate } }: TurnToDecide,
  { acts, anchors, text }: TurnReading,
  session: SessionState,
  known: TurnKnowledge,
): DialogueTurn {
  const { id, turn, data, previousTurn } = command;
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
    session,
    history: known.updates,
    said: known.rounds,
    profile: new Map(known.profile.map(({ key, value }) => [key, value])),
    candidates: known.candidates.filter((candidate) => isOpen(candidate, nowMs, gate)),
    mode: known.mode ?? gate.mode,
    taskSchema: taskSlots,
    constraints: constraintsOf(data.attributes ?? {}),
    ...(data.previous && data.previous.reply !== '' ? { previousReply: data.previous.reply } : {}),
    ...(previous === undefined ? {} : { previousTurnId: previous }),
    ...(asked === undefined ? {} : { askedCandidateId: asked }),
  };
}

function roundOf({ text, space, previous }: AssembleCommand['data']): NonNullable<TurnRecord<Assembled>['round']> {
  const said = { said: text, ...(space === undefined ? {} : { space }) };
  if (!previous) return said;
  return { ...said, answered: { turnId: previous.turn_id, reply: previous.reply, slots: previous.slots } };
}

/** Said before its user was erased: not even its anchors may be recorded again. */
function untouched(session: SessionState): LightUpdate {
  return { updates: [], session, changes: [], intents: [], anchors: [] };
}

/** An undo leads back to what no copy can be led to field by field. */
function afterOf(
  { updates, session: state }: LightUpdate,
  { baseVersion: version, updates: since }: TurnKnowledge,
): SessionAfter {
  if (version === 0 || updates.some(({ type }) => type === 'undo')) return { state };
  return { state, from: { version, changed: operationsOf([...since, ...updates]) } };
}

function operationsOf(
  updates: readonly { readonly type: string; readonly operations?: readonly SlotOperation[] }[],
): SlotOperation[] {
  return updates.flatMap(({ operations }) => operations ?? []);
}
