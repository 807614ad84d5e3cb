import { untold } from '../session/session';
import { finalBody, type Ending } from '../planner/final-body';
import { following, type Moment, type TurnMoment } from './moment';
import type { EndStatus, NewEvent } from '../session/session-event';

export function ended(moment: Moment, ending: Ending): NewEvent {
  const { data, texts } = finalBody(ending, moment.at);
  const erased = moment.session.status === 'erased';
  return following(moment, `turn.${ending.status}.v1`, { data, texts: erased ? null : texts }, ending.input);
}

/** Ends a turn before its time: what its skills have done is told to memory first. */
export function stopped(moment: TurnMoment, status: EndStatus, code: string): NewEvent {
  const { active } = moment;
  const { input } = active;
  if (!untold(active)) return ended(moment, { input, active, status, code });
  return following(moment, 'turn.stopping.v1', { data: { status, code }, texts: null }, input);
}
