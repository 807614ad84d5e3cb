import {
  canonicalUserId,
  memoryAssemble,
  memoryCommit,
  memoryEnd,
  memorySpace,
  modelAnswer,
  reflectionCheck,
  skillInvoke,
  type InputOf,
  type MessageDefinition,
  type SkillResult,
} from '@plinth/contracts';
import { utf8Bytes, type RequestId, type TurnId } from '@plinth/kernel';
import { isoInstant } from '../session/iso-instant';
import { modelMessages } from '../planner/model-messages';
import type { ActiveTurn, Session } from '../session/session';

/** Milliseconds that a step may take before the turn goes on without it. */
export interface Budgets {
  readonly assembleMs: number;
  readonly reflectionMs: number;
  readonly turnMs: number;
}

/** A message that the session waits to have answered; the sender adds the time and the source. */
export interface Command<D extends MessageDefinition = MessageDefinition> {
  readonly id: string;
  readonly definition: D;
  readonly data: InputOf<D>;
  readonly turn?: TurnId;
  readonly request?: RequestId;
  /** Trace context of the turn's own request. */
  readonly trace?: string;
  readonly budgetMs?: number;
}

/** What must happen next. Command ids derive from (turn, step, visit), so a repeated decision repeats the same ids (T3). Pure. */
export function decide(session: Session, budgets: Budgets): readonly Command[] {
  const commands: Command[] = [];
  const turnCommand = session.active && commandOf(session, session.active, budgets);
  if (turnCommand) commands.push(turnCommand);
  if (session.farewell) {
    const data = session.userId === undefined ? {} : { user_id: session.userId };
    commands.push({ id: session.farewell.command, definition: memoryEnd, data });
  }
  return commands;
}

function commandOf(session: Session, active: ActiveTurn, budgets: Budgets): Command | undefined {
  const { step, input } = active;
  if (!('command' in step)) return undefined;
  const about = {
    id: step.command,
    turn: input.turn,
    request: input.request,
    ...(input.trace !== undefined && { trace: input.trace }),
  };
  switch (step.kind) {
    case 'assemble':
      return {
        ...about,
        definition: memoryAssemble,
        data: assembleData(session, active),
        budgetMs: budgets.assembleMs,
      };
    case 'skill': {
      const { skill, confirmed, arguments: args } = step.call;
      const version = session.pins.skills[skill];
      const data: InputOf<typeof skillInvoke> = {
        skill,
        arguments: args,
        confirmed,
        user_id: userIdOf(session, active),
        locale: input.locale,
        ...(version !== undefined && { version }),
        ...attributesOf(active),
        ...(session.flow && { flow: { name: session.flow.name, hash: session.flow.hash, state: session.flow.state } }),
      };
      return { ...about, definition: skillInvoke, data };
    }
    case 'model':
      return { ...about, definition: modelAnswer, data: modelMessages(active, session.history) };
    case 'commit':
      return { ...about, definition: memoryCommit, data: commitData(session, active) };
    case 'reflect':
      return {
        ...about,
        definition: reflectionCheck,
        data: checkData(session, active, step.round, step.onlyChecks),
        budgetMs: budgets.reflectionMs,
      };
  }
}

/** As memory resolved the user; before it has answered, as it would without links. */
function userIdOf(session: Session, { input }: ActiveTurn): string {
  return session.userId ?? canonicalUserId(session.tenant, input.user);
}

function attributesOf({ input }: ActiveTurn): { attributes?: NonNullable<InputOf<typeof skillInvoke>['attributes']> } {
  return input.attributes ? { attributes: input.attributes } : {};
}

/** The space of memory that the agent of this turn works in (M27). */
function spaceOf({ input }: ActiveTurn): { space?: string } {
  const { success, data: space } = memorySpace.safeParse(input.attributes?.['space']);
  return success ? { space } : {};
}

function assembleData(session: Session, active: ActiveTurn): InputOf<typeof memoryAssemble> {
  const { input } = active;
  const { released } = session;
  return {
    user: input.user,
    text: input.text,
    now: isoInstant(input.acceptedAt),
    locale: input.locale,
    time_zone: input.timeZone,
    ...attributesOf(active),
    ...spaceOf(active),
    ...(released && { previous: { turn_id: released.turn, reply: released.reply, slots: { ...released.slots } } }),
  };
}

function commitData(session: Session, active: ActiveTurn): InputOf<typeof memoryCommit> {
  const { input, composed } = active;
  return {
    user_id: userIdOf(session, active),
    text: input.text,
    locale: input.locale,
    observed_at: isoInstant(input.acceptedAt),
    anchors: active.memory?.anchors ?? [],
    skill_results: withinReason(active.skillResults),
    used_memory_ids: [...(composed?.usedMemoryIds ?? [])],
    decisions: [...(composed?.decisions ?? [])],
    ...spaceOf(active),
    ...(!active.memory && { unassembled: unassembledOf(assembleData(session, active)) }),
  };
}

/** What a commit adds to its own text; the reply before it is not needed, and a message has its bound. */
function unassembledOf({ user, time_zone, attributes, previous }: InputOf<typeof memoryAssemble>) {
  return {
    user,
    time_zone,
    ...(attributes && { attributes }),
    ...(previous && { previous: { turn_id: previous.turn_id, slots: previous.slots } }),
  };
}

/** What memory is told of results, in bytes of JSON: they may be large together, while receipts always arrive. */
const RESULTS_BYTES = 32_000;

function withinReason(results: readonly SkillResult[]): SkillResult[] {
  let room = RESULTS_BYTES;
  return results.map(({ result, ...rest }) => {
    const size = result ? utf8Bytes(JSON.stringify(result)) : 0;
    if (!result || size > room) return rest;
    room -= size;
    return { ...rest, result };
  });
}

function checkData(
  session: Session,
  active: ActiveTurn,
  round: number,
  onlyChecks: readonly string[] | undefined,
): InputOf<typeof reflectionCheck> {
  const { input, composed, memory } = active;
  return {
    user_id: userIdOf(session, active),
    user_text: input.text,
    draft: active.draft ?? { text: '', slots: {} },
    round,
    locale: input.locale,
    now: isoInstant(input.acceptedAt),
    skill_results: [...active.skillResults],
    facts: { ...memory?.session.facts, ...memory?.session.state },
    ...(composed?.flow && { flow: composed.flow }),
    ...(active.policyVersion !== undefined && { policy_version: active.policyVersion }),
    ...(onlyChecks && { only_checks: [...onlyChecks] }),
  };
}
