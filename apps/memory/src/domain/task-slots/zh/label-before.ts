import type { Heard } from './hear';
import type { LabelMention } from './label-mentions';
import { firstFrom } from './positions';

/** How far before a value its label may begin. */
const REACH = 16;

/** The label that a value beginning at `at` belongs to: the last one before it in its clause, not before `floor`. */
export function labelBefore(
  heard: Heard,
  labels: readonly LabelMention[],
  at: number,
  floor = 0,
): LabelMention | undefined {
  const label = labels[firstFrom(labels, at) - 1];
  if (label === undefined || label.end > at || label.start < Math.max(floor, at - REACH)) return undefined;
  return /[，。！？!?；;,]/.test(heard.masked.slice(label.end, at)) ? undefined : label;
}
