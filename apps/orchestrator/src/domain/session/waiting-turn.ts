import type { ActiveTurn, Session, WaitingStep } from './session';
import type { SessionEvent } from './session-event';

export type WaitingActive<K extends WaitingStep['kind']> = ActiveTurn & {
  readonly step: Extract<WaitingStep, { kind: K }>;
};

/** The active turn if it waits for exactly this answer; late, repeated and foreign answers find nothing (T1, T3). */
export function waiting<K extends WaitingStep['kind']>(
  { active }: Session,
  { causation }: SessionEvent,
  kind: K,
): WaitingActive<K> | undefined {
  return active && waitsAs(active, kind) && active.step.command === causation ? active : undefined;
}

function waitsAs<K extends WaitingStep['kind']>(active: ActiveTurn, kind: K): active is WaitingActive<K> {
  return active.step.kind === kind;
}

/** The session goes on as `active`; a repetition of this answer is known as one (T3). */
export function answered(session: Session, event: SessionEvent, active: ActiveTurn): Session {
  return { ...session, active, ...(event.causation !== undefined && { lastAnswered: event.causation }) };
}
