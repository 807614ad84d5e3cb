import { fallbackReply } from '../planner/fallback-reply';
import { modelReply } from '../planner/model-reply';
import { planTurn, type Knowledge, type Plan } from '../planner/plan-turn';
import { composed, composedByFlow } from './compose-draft';
import { ended, stopped } from './end-turn';
import { following, NOTHING, type TurnMoment } from './moment';
import { moved, movedBy, started } from './move-flow';
import type { Session } from '../session/session';
import type { NewEvent } from '../session/session-event';

/** The next internal event that follows from the session alone, or undefined when it waits for the outside. Pure (T1). */
export function react(session: Session, knowledge: Knowledge, at: number): NewEvent | undefined {
  const moment = { session, knowledge, at };
  const { active, queue } = session;
  const cancelled = queue.find((queued) => queued.cancelled);
  if (cancelled) return ended(moment, { input: cancelled, status: 'cancelled', code: codeOfCancel(session) });
  if (active) return reactTurn({ ...moment, active });
  const next = queue[0];
  if (next) return following(moment, 'turn.started.v1', NOTHING, next);
  return session.status === 'ending' ? following(moment, 'session.ended.v1', NOTHING) : undefined;
}

const codeOfCancel = (session: Session): string =>
  session.status === 'erased' ? 'erased' : session.status === 'ending' ? 'session_ended' : 'cancelled';

function reactTurn(moment: TurnMoment): NewEvent | undefined {
  const { session, active, knowledge } = moment;
  const { step, input, ending } = active;
  if (active.cancelling && !ending && step.kind !== 'skill' && step.kind !== 'commit')
    return stopped(moment, 'cancelled', codeOfCancel(session));
  switch (step.kind) {
    case 'plan':
      return planned(moment, planTurn(session, active, knowledge));
    case 'transition':
      return movedBy(moment, step.result);
    case 'compose_flow':
      return composedByFlow(moment);
    case 'compose_model':
      return composed(moment, modelReply(active, step.text));
    case 'compose_fallback':
      return composed(moment, fallbackReply(active));
    case 'release':
      return ended(moment, { input, active, status: 'completed' });
    case 'end':
      return ended(moment, { input, active, ...(ending ?? { status: 'failed', code: 'turn_failed' }) });
    case 'assemble':
    case 'skill':
    case 'model':
    case 'commit':
    case 'reflect':
      return undefined;
  }
}

function planned(moment: TurnMoment, plan: Plan): NewEvent {
  switch (plan.kind) {
    case 'start_flow':
      return started(moment, plan);
    case 'move_flow':
      return moved(moment, plan);
    case 'ask_model':
      return following(moment, 'model.requested.v1', NOTHING, moment.active.input);
    case 'reply':
      return composed(moment, plan.composition);
  }
}
