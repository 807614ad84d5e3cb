import type { NewEvent, SessionEvent } from './session-event';
import { commandId } from './command-id';
import { HISTORY_ROUNDS, untold, type ActiveTurn, type QueuedTurn, type Session } from './session';
import { skipReflection } from './skip-reflection';
import { stepRecord } from './step-record';

/** What was asked for, or undefined when the event lacks a part of it. */
function inputOf({ data, texts, turn, request, trace, at }: NewEvent<'turn.requested.v1'>): QueuedTurn | undefined {
  if (!texts || turn === undefined || request === undefined) return undefined;
  return {
    turn,
    request,
    ...(trace !== undefined && { trace }),
    user: texts.user,
    text: texts.text,
    locale: data.locale,
    timeZone: data.time_zone,
    ...(texts.attributes && { attributes: texts.attributes }),
    acceptedAt: at,
    cancelled: false,
  };
}

function started(session: Session, event: SessionEvent<'turn.started.v1'>): Session {
  const [next, ...queue] = session.queue;
  if (!next || next.turn !== event.turn || session.active) return session;
  const { cancelled, ...input } = next;
  const active: ActiveTurn = {
    input,
    startedAt: event.at,
    step: { kind: 'assemble', command: commandId(input.turn, 'memory.assemble'), since: event.at },
    visits: 0,
    skillResults: [],
    committed: false,
    cancelling: cancelled,
    notices: [],
    steps: [],
    tokens: { calls: 0, input: 0, output: 0 },
  };
  return { ...session, queue, active };
}

function cancelRequested(session: Session, event: SessionEvent<'turn.cancel_requested.v1'>): Session {
  const { active, queue } = session;
  if (active && active.input.turn === event.turn) return { ...session, active: { ...active, cancelling: true } };
  return {
    ...session,
    queue: queue.map((queued) => (queued.turn === event.turn ? { ...queued, cancelled: true } : queued)),
  };
}

function stopping(session: Session, event: SessionEvent<'turn.stopping.v1'>): Session {
  const { active } = session;
  if (!active || active.input.turn !== event.turn) return session;
  const step = { kind: 'commit', command: commandId(active.input.turn, 'memory.commit'), since: event.at } as const;
  return { ...session, active: { ...active, ending: event.data, step } };
}

/** The turn is over: what the user saw becomes the `previous` of the next one, and a flow that does not wait is gone. */
function ended(
  session: Session,
  event: SessionEvent<'turn.completed.v1' | 'turn.failed.v1' | 'turn.cancelled.v1'>,
): Session {
  const { active, flow, ...rest } = session;
  const { turn, texts } = event;
  if (turn === undefined || !texts) return session;
  if (active?.input.turn !== turn) return { ...session, queue: session.queue.filter((queued) => queued.turn !== turn) };
  return {
    ...rest,
    ...(flow?.waiting && { flow }),
    released: { turn, reply: texts.reply, slots: texts.slots },
    history: [...session.history.slice(1 - HISTORY_ROUNDS), { turn, user: active.input.text, reply: texts.reply }],
  };
}

/**
 * The turn's time is over: what its skills have done is told to memory first, and for that, too, there is a time. An effect in flight
 * is not known.
 */
function atDeadline(active: ActiveTurn, at: number): ActiveTurn {
  const { step, input } = active;
  const over = {
    ...active,
    ending: active.ending ?? ({ status: 'failed', code: 'deadline_exceeded' } as const),
    steps:
      'command' in step
        ? [...active.steps, stepRecord(step, at, 'unknown', { code: 'deadline_exceeded' })]
        : active.steps,
    notices: step.kind === 'skill' ? [...active.notices, 'outcome_unknown' as const] : active.notices,
  };
  if (step.kind === 'commit' || !untold(active)) return { ...over, step: { kind: 'end' } };
  return { ...over, step: { kind: 'commit', command: commandId(input.turn, 'memory.commit'), since: at } };
}

/** A step whose time has come: memory and reflection are done without, a turn ends. Its late answer finds nobody waiting. */
function timerFired(session: Session, event: SessionEvent<'timer.fired.v1'>): Session {
  const { active } = session;
  if (!active || active.input.turn !== event.turn) return session;
  const { timer, command } = event.data;
  const { step } = active;
  if (timer === 'turn') return { ...session, active: atDeadline(active, event.at) };
  if (!('command' in step) || step.command !== command) return session;
  if (step.kind === 'assemble') {
    const steps = [...active.steps, stepRecord(step, event.at, 'skipped', { code: 'timeout' })];
    return {
      ...session,
      active: { ...active, steps, step: { kind: 'plan' }, notices: [...active.notices, 'memory_unavailable'] },
    };
  }
  if (step.kind === 'reflect') {
    const steps = [...active.steps, stepRecord(step, event.at, 'skipped', { code: 'timeout' })];
    return { ...session, active: { ...skipReflection(active, step.round, 'timeout'), steps } };
  }
  return session;
}

export const evolveTurn = {
  'turn.requested.v1': (session: Session, event: SessionEvent<'turn.requested.v1'>): Session => {
    const input = inputOf(event);
    return input ? { ...session, user: session.user ?? input.user, queue: [...session.queue, input] } : session;
  },
  'turn.started.v1': started,
  'turn.cancel_requested.v1': cancelRequested,
  'turn.stopping.v1': stopping,
  'turn.completed.v1': ended,
  'turn.failed.v1': ended,
  'turn.cancelled.v1': ended,
  'timer.fired.v1': timerFired,
};
