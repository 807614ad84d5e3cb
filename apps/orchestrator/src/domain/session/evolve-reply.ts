import { commandId } from './command-id';
import { skillFailure } from './evolve-skill';
import type { ActiveTurn, Session, Step } from './session';
import type { SessionEvent } from './session-event';
import { skipReflection } from './skip-reflection';
import { stepRecord } from './step-record';
import { answered, waiting } from './waiting-turn';

function assembled(session: Session, event: SessionEvent<'memory.assembled.v1'>): Session {
  const active = waiting(session, event, 'assemble');
  if (!active || !event.texts) return session;
  const { user_id } = event.data;
  // Why memory answered so stays in the journal, for whoever reads the turn; nothing is decided by it.
  const { preview: _preview, ...memory } = event.texts;
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return {
    ...answered(session, event, { ...active, steps, memory: { ...memory, user_id }, step: { kind: 'plan' } }),
    userId: user_id,
  };
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
  'memory.committed.v1': committed,
  'command.failed.v1': commandFailed,
  'memory.ended.v1': (session: Session, event: SessionEvent<'memory.ended.v1'>): Session =>
    session.farewell?.command === event.causation ? withoutFarewell(session) : session,
};
