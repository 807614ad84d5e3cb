import { deriveId } from '@plinth/kernel';
import type { Budgets } from './decide';
import { newEvent } from '../session/new-event';
import { waitingStep, type Session } from '../session/session';
import type { NewEvent, TimerKind } from '../session/session-event';

interface Timer {
  readonly kind: TimerKind;
  readonly dueAt: number;
  /** The command whose answer it waits for, or the turn. */
  readonly command: string;
}

/** How long a turn that stops before its end waits for memory to hear what its skills have done. */
const STOP_MS = 10_000;

/** The timers of what the session does now; a skill has none of its own: its gateway bounds it, and its effect must be known. */
export function timersOf(session: Session, budgets: Budgets): readonly Timer[] {
  const { active } = session;
  if (!active) return [];
  const step = waitingStep(session);
  const timers: Timer[] = [
    active.ending && step
      ? { kind: 'turn', dueAt: step.since + STOP_MS, command: step.command }
      : { kind: 'turn', dueAt: active.startedAt + budgets.turnMs, command: active.input.turn },
  ];
  if (step?.kind === 'assemble')
    timers.push({ kind: 'assemble', dueAt: step.since + budgets.assembleMs, command: step.command });
  if (step?.kind === 'reflect')
    timers.push({ kind: 'reflection', dueAt: step.since + budgets.reflectionMs, command: step.command });
  return timers;
}

/** The event of a timer; its id derives from what it watches, so that two replicas that fire it write it once (T2). */
export function timerFired({ active }: Session, { kind, command }: Timer, at: number): NewEvent<'timer.fired.v1'> {
  const id = deriveId('timer', kind, command);
  return newEvent('timer.fired.v1', { id, at, about: active?.input, data: { timer: kind, command }, texts: null });
}

export function overdue(session: Session, budgets: Budgets, now: number): readonly Timer[] {
  return timersOf(session, budgets).filter((timer) => timer.dueAt <= now);
}

/**
 * When somebody has to look at the session again although nothing came: its next timer, or a command unanswered for
 * `resendMs`. Undefined while it waits for nobody.
 */
export function wakeAt(session: Session, budgets: Budgets, resendMs: number): number | undefined {
  const since = waitingStep(session)?.since ?? session.farewell?.since;
  const times = timersOf(session, budgets).map((timer) => timer.dueAt);
  if (since !== undefined) times.push(since + resendMs);
  return times.length === 0 ? undefined : Math.min(...times);
}
