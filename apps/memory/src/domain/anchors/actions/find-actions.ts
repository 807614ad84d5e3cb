import type { Anchor } from '@plinth/contracts';
import { foldWidth } from '../fold-width';
import type { Action } from './action';
import { enActions } from './en-actions';
import { zhActions } from './zh-actions';

/** The chain of actions that a text asks for, in its order (M11): “把报表转成PDF发给王姐” converts, then sends. At most 32. */
export function findActions(text: string, anchors: readonly Anchor[]): Action[] {
  const folded = foldWidth(text);
  return [...zhActions(folded, anchors), ...enActions(folded, anchors)].sort((a, b) => a.start - b.start).slice(0, 32);
}
