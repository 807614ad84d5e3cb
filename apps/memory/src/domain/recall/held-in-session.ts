import type { MemoryItem } from '@plinth/contracts';
import { taskState } from '../session-state/dialogue-keys';
import { resolveReferences } from '../session-state/references';
import type { SessionState } from '../session-state/session-state';
import type { MemoryNeed } from './memory-need';

/** More tell nobody what is meant. */
const MAX_HELD = 8;

/**
 * What the session has of the thing that a question speaks of without naming it: what its phrases point at (“那个订单”), the slots of the
 * service that it calls by its sort (“酒店的电话”), and where it says only “这家”, “周边呢”, all that the task has filled. Empty where it
 * names what it is about itself, or the session has nothing of it.
 */
export function heldInSession(text: string, need: MemoryNeed, session: SessionState, score: number): MemoryItem[] {
  if (need === 'nothing') return [];
  const filled = [...taskState(session)];
  const ofSort = filled.filter(([key]) => isOfSort(key, text));
  const pointed = resolveReferences(text, session).map(({ entity: { kind, value } }) => [kind, value] as const);
  const held = pointed.length + ofSort.length > 0 ? [...pointed, ...ofSort] : need === 'dialogue' ? filled : [];
  return held.slice(0, MAX_HELD).map(([key, content]) => ({
    id: `session:state:${key}`,
    kind: 'state',
    layer: 'session',
    key,
    content,
    source_type: 'user',
    score,
  }));
}

/** `酒店.价格` is a slot of “酒店”. */
function isOfSort(key: string, text: string): boolean {
  const at = key.indexOf('.');
  return at > 1 && text.includes(key.slice(0, at));
}
