import type { MemoryItem, MemoryPreview } from '@plinth/contracts';
import { fieldFor } from '../../domain/items/masks';
import type { MasksPolicy } from '../../domain/items/masks-policy';
import { clip } from '../../domain/profile/item-text';
import type { Ranked } from '../../domain/recall/rank-candidates';
import type { Recalled } from '../../domain/recall/recall';

/** Beyond them a preview tells how many there were. */
const MOST_KEPT = 16;
const MOST_DROPPED = 8;
/** In characters. */
const MOST_OF_A_TEXT = 80;
const MOST_OF_A_REASON = 120;

interface Previewed {
  readonly recalled: Pick<Recalled, 'answeredBy' | 'ranked'>;
  /** What the turn is told. */
  readonly items: readonly MemoryItem[];
  readonly knew: MemoryPreview['knew'];
  readonly tookMs: number;
  readonly masks: MasksPolicy;
}

type Line = MemoryPreview['items'][number];

/** What memory knew for a turn, what it found, kept and dropped, and why (M28). Texts are cut, and masked as their readers may read them. */
export function memoryPreview({ recalled, items, knew, tookMs, masks }: Previewed): MemoryPreview {
  const { answeredBy, ranked } = recalled;
  const found = new Map(ranked.map((one) => [one.candidate.id, one]));
  const told = new Set(items.map(({ id }) => id));
  const dropped = ranked.filter(({ candidate }) => !told.has(candidate.id));
  const leftOff = Math.max(0, dropped.length - MOST_DROPPED) + Math.max(0, items.length - MOST_KEPT);
  return {
    answered_by: answeredBy,
    took_ms: Math.round(Math.max(0, tookMs) * 100) / 100,
    knew,
    items: [
      ...items.slice(0, MOST_KEPT).map((item) => keptLine(item, found.get(item.id), masks)),
      ...dropped.slice(0, MOST_DROPPED).map((one) => droppedLine(one, masks)),
    ],
    ...(leftOff > 0 ? { left_off: leftOff } : {}),
  };
}

function keptLine({ id, key, layer, content, score }: MemoryItem, found: Ranked | undefined, masks: MasksPolicy): Line {
  const reason = found?.kept === true ? found.reason : layer === 'semantic' ? 'it answers' : `the ${layer} knows it`;
  return line({ id, layer, score, kept: true, reason, ...(key === undefined ? {} : { key }) }, content, found, masks);
}

function droppedLine(found: Ranked, masks: MasksPolicy): Line {
  const { id, key, content } = found.candidate;
  const reason = found.kept ? 'another item suffices' : found.reason;
  const named = key === undefined ? {} : { key };
  return line({ id, layer: 'semantic', score: found.score, kept: false, reason, ...named }, content, found, masks);
}

function line(
  { score, reason, ...rest }: Omit<Line, 'content' | 'masked' | 'arms'>,
  text: string,
  found: Ranked | undefined,
  masks: MasksPolicy,
): Line {
  const shown = (reader: 'owner' | 'other') => clip(fieldFor(reader, rest.key ?? '', text, masks), MOST_OF_A_TEXT);
  const [content, masked] = [shown('owner'), shown('other')];
  return {
    ...rest,
    content,
    ...(masked === content ? {} : { masked }),
    ...(found ? { arms: Object.keys(found.candidate.arms) } : {}),
    score: Math.round(score * 10_000) / 10_000,
    reason: clip(reason, MOST_OF_A_REASON),
  };
}
