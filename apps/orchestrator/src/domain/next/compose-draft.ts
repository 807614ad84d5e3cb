import type { Composition } from '../planner/composition';
import { flowReply } from '../planner/flow-reply';
import { stopped } from './end-turn';
import { following, runningFlow, type TurnMoment } from './moment';
import type { NewEvent } from '../session/session-event';

/** Characters that a draft may have by its contract. */
const MAX_DRAFT_LENGTH = 32_768;

export function composed(moment: TurnMoment, composition: Composition): NewEvent {
  const { text, template = '' } = composition.texts.draft;
  if (Math.max(text.length, template.length) > MAX_DRAFT_LENGTH) return stopped(moment, 'failed', 'reply_too_long');
  return following(moment, 'draft.composed.v1', composition, moment.active.input);
}

/** Speaks for the state in which the flow rests. */
export function composedByFlow(moment: TurnMoment): NewEvent {
  const known = runningFlow(moment);
  if (!known) return stopped(moment, 'failed', 'flow_missing');
  const reply = flowReply(moment.active, known.flow, known.running);
  return 'missing' in reply ? stopped(moment, 'failed', 'flow_value_missing') : composed(moment, reply);
}
