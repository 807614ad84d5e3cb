import type { Flow } from '../flow/flow';
import type { SkillCall, StateResult } from '../flow/flow-instance';
import { afterSkill, enterState, MAX_MOVES, type Values } from '../flow/interpret-flow';
import type { Plan } from '../planner/plan-turn';
import { stopped } from './end-turn';
import { following, runningFlow, type TurnMoment } from './moment';
import type { NewEvent } from '../session/session-event';

type Start = Extract<Plan, { kind: 'start_flow' }>;
type Move = Omit<Extract<Plan, { kind: 'move_flow' }>, 'kind'>;

/** Into the first state of a flow; one that waits is left first. */
export function started(moment: TurnMoment, { flow, slots, leaves }: Start): NewEvent {
  const { session, active } = moment;
  if (leaves && session.flow) {
    const data = { flow: session.flow.name, reason: 'other_flow_triggered' } as const;
    return following(moment, 'flow.left.v1', { data, texts: null }, active.input);
  }
  const { name, start } = flow.definition;
  const call = callInto(flow, start, { slots, results: {} });
  if ('missing' in call) return stopped(moment, 'failed', 'flow_value_missing');
  const data = { flow: name, hash: flow.hash, state: start };
  return following(moment, 'flow.started.v1', { data, texts: { slots, ...call } }, active.input);
}

/** Into the next state, with its skill call if it has one; a flow that moves on and on, or lacks a value, ends its turn. */
export function moved(moment: TurnMoment, { to, cause, slots }: Move): NewEvent {
  const known = runningFlow(moment);
  if (!known) return stopped(moment, 'failed', 'flow_missing');
  const { running, flow } = known;
  if (!running.waiting && running.moves >= MAX_MOVES) return stopped(moment, 'failed', 'flow_loop');
  const call = callInto(flow, to, { slots, results: running.results });
  if ('missing' in call) return stopped(moment, 'failed', 'flow_value_missing');
  const data = { from: running.state, to, cause };
  return following(moment, 'flow.moved.v1', { data, texts: { slots, ...call } }, moment.active.input);
}

/** Where the result of a skill leads. */
export function movedBy(moment: TurnMoment, result: StateResult): NewEvent {
  const known = runningFlow(moment);
  if (!known) return stopped(moment, 'failed', 'flow_missing');
  const { running, flow } = known;
  const { outcome, code } = result;
  const to = afterSkill(flow, running.state, result);
  if (to === undefined)
    return stopped(moment, 'failed', outcome === 'unknown' ? 'outcome_unknown' : (code ?? 'flow_missing'));
  return moved(moment, { to, cause: code === undefined ? outcome : `${outcome}:${code}`, slots: running.slots });
}

function callInto(
  flow: Flow,
  state: string,
  values: Values,
): { readonly call?: SkillCall } | { readonly missing: string } {
  const entering = enterState(flow, state, values);
  if ('missing' in entering) return entering;
  return 'call' in entering ? { call: entering.call } : {};
}
