import { deriveId } from '@plinth/kernel';
import { afterSkill, enterState, MAX_MOVES } from '../flow/interpret-flow';
import type { Flow } from '../flow/flow';
import { fallbackReply } from '../planner/fallback-reply';
import { flowReply } from '../planner/flow-reply';
import { modelReply } from '../planner/model-reply';
import { planTurn, type Knowledge, type Plan } from '../planner/plan-turn';
import { finalBody } from '../turn/final-body';
import type { ActiveTurn, Session, TurnInput } from './session';
import type { EventBodies, NewEvent, SessionEventType } from './session-event';

type Slots = Readonly<Record<string, string>>;

/**
 * The next internal event that follows from the session alone, or undefined when it waits for the outside. Pure; ids derive from
 * the place in the journal, so that replicas that decide the same write the same (T1, T3).
 */
export function react(session: Session, knowledge: Knowledge, at: number): NewEvent | undefined {
  const { active, queue } = session;
  const cancelled = queue.find((queued) => queued.cancelled);
  if (cancelled) return ended(session, cancelled, undefined, at, 'cancelled', codeOfCancel(session));
  if (active) return reactTurn(session, active, knowledge, at);
  const next = queue[0];
  if (next) return event(session, next, at, 'turn.started.v1', {}, null);
  return session.status === 'ending' ? event(session, undefined, at, 'session.ended.v1', {}, null) : undefined;
}

const codeOfCancel = (session: Session): string =>
  session.status === 'erased' ? 'erased' : session.status === 'ending' ? 'session_ended' : 'cancelled';

function reactTurn(session: Session, active: ActiveTurn, knowledge: Knowledge, at: number): NewEvent | undefined {
  const { step, input } = active;
  if (active.cancelling && !active.ending && step.kind !== 'skill' && step.kind !== 'commit')
    return stop(session, active, at, 'cancelled', codeOfCancel(session));
  switch (step.kind) {
    case 'plan':
      return planned(session, active, planTurn(session, active, knowledge), knowledge, at);
    case 'transition':
      return transition(session, active, knowledge, at);
    case 'compose_flow':
      return composeFlow(session, active, knowledge, at);
    case 'compose_model':
      return composed(session, active, at, modelReply(active, step.text));
    case 'compose_fallback':
      return composed(session, active, at, fallbackReply(active));
    case 'release':
      return ended(session, input, active, at, 'completed', undefined);
    case 'end':
      return ended(session, input, active, at, active.ending?.status ?? 'failed', active.ending?.code ?? 'turn_failed');
    case 'assemble':
    case 'skill':
    case 'model':
    case 'commit':
    case 'reflect':
      return undefined;
  }
}

function planned(session: Session, active: ActiveTurn, plan: Plan, knowledge: Knowledge, at: number): NewEvent {
  const { input } = active;
  switch (plan.kind) {
    case 'start_flow': {
      const { name, start } = plan.flow.definition;
      if (plan.leaves && session.flow) return left(session, input, at, session.flow.name);
      const call = callInto(plan.flow, start, { slots: plan.slots, results: {} });
      return 'missing' in call
        ? stop(session, active, at, 'failed', 'flow_value_missing')
        : event(
            session,
            input,
            at,
            'flow.started.v1',
            { flow: name, hash: plan.flow.hash, state: start },
            { slots: plan.slots, ...call },
          );
    }
    case 'move_flow':
      return moved(session, active, knowledge, at, plan);
    case 'ask_model':
      return event(session, input, at, 'model.requested.v1', {}, null);
    case 'reply':
      return composed(session, active, at, plan.composition);
  }
}

function left(session: Session, input: TurnInput, at: number, flow: string): NewEvent {
  return event(session, input, at, 'flow.left.v1', { flow, reason: 'other_flow_triggered' }, null);
}

function transition(session: Session, active: ActiveTurn, knowledge: Knowledge, at: number): NewEvent {
  const { step } = active;
  const running = session.flow;
  const flow = running && knowledge.flowByHash(running.hash);
  if (step.kind !== 'transition' || !running || !flow) return stop(session, active, at, 'failed', 'flow_missing');
  const { result } = step;
  const to = afterSkill(flow, running.state, result);
  if (to === undefined)
    return stop(
      session,
      active,
      at,
      'failed',
      result.outcome === 'unknown' ? 'outcome_unknown' : (result.code ?? 'flow_missing'),
    );
  const cause = result.code === undefined ? result.outcome : `${result.outcome}:${result.code}`;
  return moved(session, active, knowledge, at, { to, cause, slots: running.slots });
}

/** Into the next state, with its skill call if it has one; a flow that moves on and on, or lacks a value, ends its turn. */
function moved(
  session: Session,
  active: ActiveTurn,
  knowledge: Knowledge,
  at: number,
  move: { to: string; cause: string; slots: Slots },
): NewEvent {
  const running = session.flow;
  const flow = running && knowledge.flowByHash(running.hash);
  if (!running || !flow) return stop(session, active, at, 'failed', 'flow_missing');
  if (!running.waiting && running.moves >= MAX_MOVES) return stop(session, active, at, 'failed', 'flow_loop');
  const call = callInto(flow, move.to, { slots: move.slots, results: running.results });
  if ('missing' in call) return stop(session, active, at, 'failed', 'flow_value_missing');
  return event(
    session,
    active.input,
    at,
    'flow.moved.v1',
    { from: running.state, to: move.to, cause: move.cause },
    { slots: move.slots, ...call },
  );
}

function callInto(
  flow: Flow,
  state: string,
  values: { slots: Slots; results: NonNullable<Session['flow']>['results'] },
) {
  const entering = enterState(flow, state, values);
  if ('missing' in entering) return entering;
  return 'call' in entering ? { call: entering.call } : {};
}

/** Speaks for the state in which the flow rests. */
function composeFlow(session: Session, active: ActiveTurn, knowledge: Knowledge, at: number): NewEvent {
  const running = session.flow;
  const flow = running && knowledge.flowByHash(running.hash);
  if (!running || !flow) return stop(session, active, at, 'failed', 'flow_missing');
  const reply = flowReply(active, flow, running);
  return 'missing' in reply
    ? stop(session, active, at, 'failed', 'flow_value_missing')
    : composed(session, active, at, reply);
}

/** Characters that a draft may have by its contract. */
const MAX_DRAFT_LENGTH = 32_768;

function composed(
  session: Session,
  active: ActiveTurn,
  at: number,
  { data, texts }: EventBodies['draft.composed.v1'],
): NewEvent {
  const { text, template = '' } = texts.draft;
  if (Math.max(text.length, template.length) > MAX_DRAFT_LENGTH)
    return stop(session, active, at, 'failed', 'reply_too_long');
  return event(session, active.input, at, 'draft.composed.v1', data, texts);
}

/** Ends a turn before its time: what its skills have done is told to memory first. */
function stop(
  session: Session,
  active: ActiveTurn,
  at: number,
  status: 'failed' | 'cancelled',
  code: string,
): NewEvent {
  const told = active.committed || active.skillResults.length === 0 || active.memory === undefined;
  if (told) return ended(session, active.input, active, at, status, code);
  return event(session, active.input, at, 'turn.stopping.v1', { status, code }, null);
}

function ended(
  session: Session,
  input: TurnInput,
  active: ActiveTurn | undefined,
  at: number,
  status: 'completed' | 'failed' | 'cancelled',
  code: string | undefined,
): NewEvent {
  const { data, texts } = finalBody(input, active, at, status, code);
  const erased = session.status === 'erased';
  return event(session, input, at, `turn.${status}.v1`, data, erased ? null : texts);
}

function event<T extends SessionEventType>(
  session: Session,
  input: Pick<TurnInput, 'turn' | 'request'> | undefined,
  at: number,
  type: T,
  data: EventBodies[T]['data'],
  texts: EventBodies[T]['texts'] | null,
): NewEvent {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- data and texts are those of `type`
  return {
    id: deriveId('event', session.tenant, session.session, session.seq + 1, type),
    type,
    at,
    source: 'orchestrator',
    ...(input && { turn: input.turn, request: input.request }),
    data,
    texts,
  } as NewEvent;
}
