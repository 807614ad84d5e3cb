import type { SkillResult } from '@plinth/contracts';
import type { FlowInstance, StateResult } from '../flow/flow-instance';
import { commandId } from './command-id';
import type { ActiveTurn, Session } from './session';
import type { SessionEvent } from './session-event';
import { stepRecord } from './step-record';
import { answered, waiting, type WaitingActive } from './waiting-turn';

function succeeded(session: Session, event: SessionEvent<'skill.succeeded.v1'>): Session {
  const active = waiting(session, event, 'skill');
  if (!active || !event.texts) return session;
  const { data, texts } = event;
  const { call, command } = active.step;
  const given: SkillResult = {
    command_id: command,
    skill: data.skill,
    version: data.version,
    status: 'succeeded',
    effect: data.effect,
    ...texts,
  };
  const result: StateResult = { skill: call.skill, outcome: 'succeeded', data: texts.result };
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded', { version: data.version })];
  const next = { ...active, ...settled(active, given), steps, step: { kind: 'transition', result } as const };
  return answered(
    pinned(withResult(session, call.state, result, data.effect !== 'read'), data.skill, data.version),
    event,
    next,
  );
}

function failed(session: Session, event: SessionEvent<'skill.failed.v1'>): Session {
  const active = waiting(session, event, 'skill');
  if (!active) return session;
  const { data } = event;
  const unpinned = data.code === 'version_revoked' ? unpin(session, data.skill) : session;
  return skillFailure(unpinned, event, active, {
    outcome: data.outcome === 'unknown' ? 'unknown' : 'failed',
    code: data.code,
    retryable: data.retryable,
    version: data.version,
    effect: data.effect ?? 'write',
  });
}

interface Failure {
  readonly outcome: 'failed' | 'unknown';
  readonly code: string;
  readonly retryable: boolean;
  readonly version?: string | undefined;
  readonly effect: SkillResult['effect'];
}

/** A known, retryable failure is tried again as the next visit; an unknown outcome never is (T3). */
export function skillFailure(
  session: Session,
  event: SessionEvent,
  active: WaitingActive<'skill'>,
  failure: Failure,
): Session {
  const { call, attempt, command } = active.step;
  const { outcome, code, version } = failure;
  const steps = [...active.steps, stepRecord(active.step, event.at, outcome, { version, code })];
  const visits = active.visits + 1;
  if (outcome === 'failed' && failure.retryable && attempt <= call.max_retries && !active.cancelling) {
    const next = {
      kind: 'skill',
      command: commandId(active.input.turn, 'skill.invoke', visits),
      since: event.at,
      call,
      attempt: attempt + 1,
    } as const;
    return answered(session, event, { ...active, steps, visits, step: next });
  }
  const given: SkillResult = {
    command_id: command,
    skill: call.skill,
    version: version ?? '',
    status: outcome,
    effect: failure.effect,
    error_code: code,
  };
  const result: StateResult = { skill: call.skill, outcome, code, data: {} };
  const next = { ...active, ...settled(active, given), steps, step: { kind: 'transition', result } as const };
  return answered(withResult(session, call.state, result, outcome === 'unknown'), event, next);
}

function settled(active: ActiveTurn, result: SkillResult) {
  return { visits: active.visits + 1, skillResults: [...active.skillResults, result], committed: false };
}

function withResult(session: Session, state: string, result: StateResult, acted: boolean): Session {
  const { flow } = session;
  if (!flow) return session;
  const next: FlowInstance = { ...flow, results: { ...flow.results, [state]: result }, acted: flow.acted || acted };
  return { ...session, flow: next };
}

/** T4: the version that served is the one that the session stays with. */
function pinned(session: Session, skill: string, version: string): Session {
  if (session.pins.skills[skill] === version) return session;
  return { ...session, pins: { skills: { ...session.pins.skills, [skill]: version } } };
}

function unpin(session: Session, skill: string): Session {
  const { [skill]: _revoked, ...skills } = session.pins.skills;
  return { ...session, pins: { skills } };
}

export const evolveSkill = {
  'skill.succeeded.v1': succeeded,
  'skill.failed.v1': failed,
};
