import type { SkillResult } from '@plinth/contracts';
import { commandId } from './command-id';
import { applyVerdict } from './apply-verdict';
import { skipReflection } from './skip-reflection';
import { stepRecord } from './step-record';
import type { ActiveTurn, Session, Step, WaitingStep } from './session';
import type { SessionEvent } from './session-event';
import type { FlowInstance, StateResult } from '../flow/flow-instance';

type WaitingActive<K extends WaitingStep['kind']> = ActiveTurn & { readonly step: Extract<WaitingStep, { kind: K }> };

/** The active turn if it waits for exactly this answer; late, repeated and foreign answers find nothing (T1, T3). */
function waiting<K extends WaitingStep['kind']>(
  { active }: Session,
  { causation }: SessionEvent,
  kind: K,
): WaitingActive<K> | undefined {
  return active && waitsAs(active, kind) && active.step.command === causation ? active : undefined;
}

function waitsAs<K extends WaitingStep['kind']>(active: ActiveTurn, kind: K): active is WaitingActive<K> {
  return active.step.kind === kind;
}

function answered(session: Session, event: SessionEvent, active: ActiveTurn): Session {
  return { ...session, active, ...(event.causation !== undefined && { lastAnswered: event.causation }) };
}

function assembled(session: Session, event: SessionEvent<'memory.assembled.v1'>): Session {
  const active = waiting(session, event, 'assemble');
  if (!active || !event.texts) return session;
  const { user_id } = event.data;
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return {
    ...answered(session, event, { ...active, steps, memory: { ...event.texts, user_id }, step: { kind: 'plan' } }),
    userId: user_id,
  };
}

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
function skillFailure(
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

function modelAnswered(session: Session, event: SessionEvent<'model.answered.v1'>): Session {
  const active = waiting(session, event, 'model');
  if (!active || !event.texts) return session;
  const { input_tokens, output_tokens } = event.data;
  const tokens = {
    calls: active.tokens.calls + 1,
    input: active.tokens.input + input_tokens,
    output: active.tokens.output + output_tokens,
  };
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return answered(session, event, {
    ...active,
    tokens,
    steps,
    step: { kind: 'compose_model', text: event.texts.text },
  });
}

function committed(session: Session, event: SessionEvent<'memory.committed.v1'>): Session {
  const active = waiting(session, event, 'commit');
  if (!active) return session;
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return answered(session, event, { ...active, steps, committed: true, step: afterCommit(active, event.at) });
}

/** T5: reflection comes after the commit, and output after reflection; a turn that stops has no draft to judge. */
function afterCommit(active: ActiveTurn, at: number): Step {
  if (active.ending || !active.draft) return { kind: 'end' };
  return { kind: 'reflect', command: commandId(active.input.turn, 'reflection.check', 0), since: at, round: 0 };
}

function verdict(session: Session, event: SessionEvent<'verdict.reached.v1'>): Session {
  const active = waiting(session, event, 'reflect');
  if (!active || !event.texts) return session;
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return answered(session, event, { ...applyVerdict(active, event.data, event.texts.corrections, event.at), steps });
}

/** Why a command never reached a handler: its effect has not happened. */
const NEVER_EXECUTED: ReadonlySet<string> = new Set(['expired', 'message_too_large', 'contract_violation']);

function commandFailed(session: Session, event: SessionEvent<'command.failed.v1'>): Session {
  const { active } = session;
  if (session.farewell && session.farewell.command === event.causation) return withoutFarewell(session);
  const step = active?.step;
  if (!active || !step || !('command' in step) || step.command !== event.causation) return session;
  const { code } = event.data;
  if (step.kind === 'skill') {
    const outcome = NEVER_EXECUTED.has(code) ? 'failed' : 'unknown';
    return skillFailure(session, event, { ...active, step }, { outcome, code, retryable: false, effect: 'write' });
  }
  const over = (status: 'failed' | 'skipped') => ({
    ...active,
    steps: [...active.steps, stepRecord(step, event.at, status, { code })],
  });
  switch (step.kind) {
    case 'assemble':
      if (code !== 'expired')
        return answered(session, event, {
          ...over('failed'),
          ending: { status: 'failed', code },
          step: { kind: 'end' },
        });
      return answered(session, event, {
        ...over('skipped'),
        step: { kind: 'plan' },
        notices: [...active.notices, 'memory_unavailable'],
      });
    case 'model':
      return answered(session, event, {
        ...over('failed'),
        step: { kind: 'compose_fallback' },
        notices: [...active.notices, 'model_unavailable'],
      });
    case 'commit': {
      const ending = active.ending ?? { status: 'failed', code };
      return answered(session, event, { ...over('failed'), committed: true, ending, step: { kind: 'end' } });
    }
    case 'reflect':
      return answered(session, event, { ...skipReflection(active, step.round, code), steps: over('skipped').steps });
  }
}

function withoutFarewell(session: Session): Session {
  const { farewell: _done, ...rest } = session;
  return rest;
}

export const evolveReply = {
  'memory.assembled.v1': assembled,
  'skill.succeeded.v1': succeeded,
  'skill.failed.v1': failed,
  'model.answered.v1': modelAnswered,
  'memory.committed.v1': committed,
  'verdict.reached.v1': verdict,
  'command.failed.v1': commandFailed,
  'memory.ended.v1': (session: Session, event: SessionEvent<'memory.ended.v1'>): Session =>
    session.farewell?.command === event.causation ? withoutFarewell(session) : session,
};
