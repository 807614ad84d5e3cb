import type { Anchor } from '@plinth/contracts';
import { findAnchors } from '../anchors/find-anchors';
import { statedNumbers } from './numbers';
import { type ProperName, properNames } from './proper-names';
import { remembered } from './remembered';
import { statedActions } from './stated-actions';

export type FactKind = 'entity' | 'number' | 'date' | 'action';

/** What a summary must keep of a text and may not add to it; offsets count in the text. */
export interface KeyFact {
  readonly kind: FactKind;
  /** The same for two facts that say the same. */
  readonly key: string;
  /** Where not all can be kept, the lesser stays. */
  readonly rank: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** How far anchors are sought in one go, as only so many are found in one; a longer text is read in pieces. */
const PIECE = 400;

/** The entities, numbers, dates and actions of a text in order, without overlaps: an anchor before a name, a name before a number. */
export const keyFacts = remembered<readonly KeyFact[]>((text, said) => {
  const anchors = anchorsOf(text, said);
  const names = properNames(text).map(nameFact);
  // A title that holds a person's name is not that person: 《史蒂夫·乔布斯传》.
  const titles = names.filter((name) =>
    anchors.some(({ start, end }) => name.start <= start && end <= name.end && end - start < name.end - name.start),
  );
  const candidates: KeyFact[] = [
    ...titles,
    ...anchors.map(anchorFact),
    ...names,
    ...statedNumbers(text).map(({ value, measure, ...at }) => ({
      ...at,
      kind: 'number' as const,
      rank: 3,
      key: `${value} ${measure}`.trim(),
    })),
    ...statedActions(text).map(({ action, denied, ...at }) => ({
      ...at,
      kind: 'action' as const,
      rank: 4,
      key: denied ? `not ${action}` : action,
    })),
  ];
  const taken = new Uint8Array(text.length);
  return candidates
    .filter(({ start, end }) => {
      if (taken.subarray(start, end).includes(1)) return false;
      taken.fill(1, start, end);
      return true;
    })
    .sort((a, b) => a.start - b.start);
});

/** A name by what tells it from others: its letters and digits, without marks, case and a leading article. */
export function entityKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|a|an) /, '')
    .replace(/[《》“”"'’「」『』\s·.,-]/g, '');
}

/** All anchors of a text, however long. */
export const anchorsOf = remembered<readonly Anchor[]>((text, said) => {
  if (text.length <= PIECE) return findAnchors(text, said);
  const found: Anchor[] = [];
  for (let from = 0; from < text.length;) {
    const rest = text.slice(from, from + PIECE);
    const whole = from + PIECE >= text.length;
    const cut = whole ? 0 : (/^[^]*(?:[\n。；;！？]|\. )/.exec(rest)?.[0].length ?? rest.lastIndexOf(' ') + 1);
    const piece = cut > PIECE / 4 ? rest.slice(0, cut) : rest;
    for (const anchor of findAnchors(piece, said))
      found.push({ ...anchor, start: anchor.start + from, end: anchor.end + from });
    from += piece.length;
  }
  return found;
});

const nameFact = ({ text, start, end }: ProperName): KeyFact => ({
  kind: 'entity',
  rank: 2,
  key: entityKey(text),
  text,
  start,
  end,
});

function anchorFact({ kind, text, value, unit, start, end }: Anchor): KeyFact {
  const at = { text, start, end };
  if (kind === 'date') return { ...at, kind: 'date', rank: 1, key: value };
  if (kind === 'amount') return { ...at, kind: 'number', rank: 1, key: `${value} ${unit ?? ''}`.trim() };
  return { ...at, kind: 'entity', rank: 0, key: entityKey(value) };
}
