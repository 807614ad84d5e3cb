import type { Token } from './name-phrases';
import type { SlotKind, SlotRole } from './slot-kind';

export interface Cue {
  readonly role?: SlotRole;
  /** Kinds that the cue leads, the likeliest first. */
  readonly kinds: readonly SlotKind[];
  /** Several slots may be meant, so that a question about one of them decides. */
  readonly open?: boolean;
}

/** Words that lead a place or a name. */
export const CUES: Readonly<Record<string, Cue>> = {
  in: { kinds: ['city', 'place'] },
  near: { kinds: ['city', 'place'] },
  around: { kinds: ['city', 'place'] },
  from: { role: 'start', kinds: ['city', 'place'] },
  leaving: { role: 'start', kinds: ['city', 'place'] },
  departing: { role: 'start', kinds: ['city', 'place'] },
  leave: { role: 'start', kinds: ['city', 'place'] },
  depart: { role: 'start', kinds: ['city', 'place'] },
  to: { role: 'end', kinds: ['city', 'place', 'name'] },
  towards: { role: 'end', kinds: ['city', 'place'] },
  toward: { role: 'end', kinds: ['city', 'place'] },
  into: { role: 'end', kinds: ['city', 'place'] },
  visit: { role: 'end', kinds: ['city', 'place', 'name'] },
  visiting: { role: 'end', kinds: ['city', 'place', 'name'] },
  reach: { role: 'end', kinds: ['city', 'place'] },
  destination: { role: 'end', kinds: ['city', 'place'] },
  at: { kinds: ['name', 'place', 'city'], open: true },
  with: { kinds: ['name'] },
  try: { kinds: ['name', 'city', 'place'], open: true },
  about: { kinds: ['name', 'city', 'place'], open: true },
  for: { kinds: ['city', 'name', 'place'], open: true },
  of: { kinds: ['city'], open: true },
  is: { kinds: ['name', 'city', 'place'], open: true },
  book: { kinds: ['name'], open: true },
  meant: { kinds: ['place', 'city', 'name'] },
  mean: { kinds: ['place', 'city', 'name'] },
  eat: { kinds: ['text'] },
  eating: { kinds: ['text'] },
  craving: { kinds: ['text'] },
  see: { kinds: ['name'], open: true },
  called: { kinds: ['name'] },
  named: { kinds: ['name'] },
};
const LANDMARK =
  /^(?:airport|station|office|hospital|mall|stadium|harbou?r|library|university|museum|beach|downtown|zoo|terminal|pier)$/;
export const PLACE_NOUN = /^(?:city|town|location|place|area|address|destination|origin|pickup|dropoff)$/;
export const MOVES =
  /^(?:go|going|goes|head|headed|heading|travel|travell?ing|get|getting|fly|flying|flight|flights|bus|buses|ticket|tickets|come|coming|arrive|arriving|ride|trip|way|over|back|drive|cab|taxi|train|me|us|it|change|switch)$/i;
export const SKIPPED = new Set([
  'the',
  'out',
  'up',
  'city',
  'of',
  'place',
  'town',
  'downtown',
  'somewhere',
  'restaurant',
  'hotel',
  'therapist',
  'doctor',
  'maybe',
  'like',
  'be',
  'say',
  'just',
  'either',
  ':',
  'address',
  'will',
  'would',
]);

/** “the airport”, “my office”: a place that needs no name. */
export function landmarkAt(tokens: readonly Token[], at: number, text: string): string | undefined {
  const [article, noun, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  const last = [second, noun].find((token) => token !== undefined && LANDMARK.test(token.text));
  return article && last?.joined && /^\p{Ll}/u.test(noun?.text ?? '') ? text.slice(article.start, last.end) : undefined;
}

/** “pick up … from X” says where a thing starts, “leaving X” too; “in/at X” takes the role of the verb before it. */
export function roleOfVerb(tokens: readonly Token[], at: number): Cue | undefined {
  const word = tokens[at]?.text.toLowerCase();
  if (word !== 'in' && word !== 'at' && word !== 'is') return undefined;
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ text }) => text.toLowerCase())
    .join(' ');
  if (word === 'in' && before.endsWith('interested')) return { kinds: ['name', 'place'] };
  if (/\b(?:arriv\w*|end\w*|drop\w*|destination)\b/.test(before)) return { role: 'end', kinds: ['city', 'place'] };
  if (/\b(?:start\w*|origin|departure|leav\w*)\b/.test(before)) return { role: 'start', kinds: ['city', 'place'] };
  if (word === 'is' && PLACE_NOUN.test(tokens[at - 1]?.text.toLowerCase() ?? '')) return { kinds: ['city', 'place'] };
  return undefined;
}

/** A cue with a capital in mid-sentence belongs to a name. */
export const isNameBy = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  return (
    token !== undefined && !token.opens && /^\p{Lu}/u.test(token.text) && /^\p{Lu}/u.test(tokens[at - 1]?.text ?? '')
  );
};
