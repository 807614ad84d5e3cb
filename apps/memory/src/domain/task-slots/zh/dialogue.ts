import type { TaskSchema } from '../task-schema';
import { type Named, NO_DIALOGUE_MEMORY } from '../tracking/dialogue-memory';
import type { TaskTurn } from '../tracking/task-turn';
import { hear, type Heard } from './hear';
import { labelMentions, type LabelMention } from './label-mentions';
import { replyNames } from './reply-names';
import { indexSchema, type SchemaIndex } from './schema-index';

/** A text with the labels in it. */
export interface HeardText {
  readonly heard: Heard;
  readonly labels: readonly LabelMention[];
}

/** A turn with all that the reading of it rests on. */
export interface Dialogue {
  readonly index: SchemaIndex;
  readonly state: ReadonlyMap<string, string>;
  /** What the turn before was about, or the only one that there is. */
  readonly service: string | undefined;
  readonly user: HeardText;
  readonly reply: HeardText;
  /** Things that the reply names. */
  readonly offered: readonly Named[];
  /** All things that have come up, the latest last. */
  readonly named: readonly Named[];
  readonly clock: { readonly nowMs: number; readonly timeZone: string };
}

export function dialogueOf(schema: TaskSchema, state: ReadonlyMap<string, string>, turn: TaskTurn): Dialogue {
  const index = indexSchema(schema);
  const { named: known = [], service: last } = turn.memory ?? NO_DIALOGUE_MEMORY;
  const service = last ?? (index.services.length === 1 ? index.services[0]?.name : undefined);
  const replyText = turn.previousReply ?? '';
  const offered = replyNames(hear(replyText, known, index), index, service);
  const isNew = ({ name }: Named): boolean => !known.some((thing) => thing.name === name);
  // Of several new things the first counts as the latest: it is what a reply puts forward.
  const named = [...known, ...offered.filter(isNew).reverse()];
  const read = (text: string): HeardText => {
    const heard = hear(text, named, index);
    return { heard, labels: labelMentions(heard, index) };
  };
  const clock = { nowMs: turn.nowMs, timeZone: turn.timeZone };
  return { index, state, service, user: read(turn.text), reply: read(replyText), offered, named, clock };
}
