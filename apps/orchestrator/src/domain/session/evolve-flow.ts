import { commandId } from './command-id';
import type { ActiveTurn, Session, Step } from './session';
import type { SessionEvent } from './session-event';
import type { FlowInstance, SkillCall } from '../flow/flow-instance';

const noActive = (session: Session, turn: string | undefined): boolean => session.active?.input.turn !== turn;

/** A state with a skill calls it, under the id of the turn's next visit; any other state is composed into a draft. */
function stepInto(active: ActiveTurn, call: SkillCall | undefined, at: number): Step {
  if (!call) return { kind: 'compose_flow' };
  return {
    kind: 'skill',
    command: commandId(active.input.turn, 'skill.invoke', active.visits),
    since: at,
    call,
    attempt: 1,
  };
}

function withFlow(session: Session, flow: FlowInstance, call: SkillCall | undefined, at: number): Session {
  const { active } = session;
  return active ? { ...session, flow, active: { ...active, step: stepInto(active, call, at) } } : session;
}

function started(session: Session, event: SessionEvent<'flow.started.v1'>): Session {
  const { data, texts, turn, at } = event;
  if (noActive(session, turn) || !texts) return session;
  const flow = {
    name: data.flow,
    hash: data.hash,
    state: data.state,
    slots: texts.slots,
    results: {},
    acted: false,
    moves: 1,
  };
  return withFlow(session, flow, texts.call, at);
}

/** `slots` hold what the turn has brought; a flow that waited is running again. */
function moved(session: Session, event: SessionEvent<'flow.moved.v1'>): Session {
  const { data, texts, turn, at } = event;
  const { flow } = session;
  if (noActive(session, turn) || !flow || !texts) return session;
  const { waiting: _over, ...running } = flow;
  return withFlow(
    session,
    { ...running, state: data.to, slots: texts.slots, moves: flow.waiting ? 1 : flow.moves + 1 },
    texts.call,
    at,
  );
}

function left(session: Session): Session {
  const { flow: _left, ...rest } = session;
  return rest;
}

export const evolveFlow = {
  'flow.started.v1': started,
  'flow.moved.v1': moved,
  'flow.left.v1': left,
};
