import type { Anchor } from '@plinth/contracts';
import { addresses } from './address/addresses';
import { enStreetAddresses, zhStreetAddresses } from './address/street-addresses';
import type { AnchorRule } from './anchor-rule';
import { type Closed, closeSpaces } from './close-spaces';
import { emails, phones } from './contacts';
import { files } from './files/files';
import { foldWidth } from './fold-width';
import { wordsOf } from './han-words';
import { amounts } from './money/amounts';
import { orderNumbers } from './order-numbers';
import type { Contact } from './people/contact';
import { enPeople } from './people/en-people';
import { knownPeople } from './people/known-people';
import { zhPeople } from './people/zh-people';
import { places } from './places';
import { dates } from './time/dates';

/** In order of trust: where two anchors overlap, the rule named first wins, then the longer anchor. */
const RULES: readonly AnchorRule[] = [
  emails,
  files,
  knownPeople,
  enStreetAddresses,
  places,
  addresses,
  zhStreetAddresses,
  dates,
  phones,
  orderNumbers,
  amounts,
  zhPeople,
  enPeople,
];

/** These read a text without the spaces of Chinese typography; `dates` see to it themselves, names of files keep theirs. */
const CLOSED: ReadonlySet<AnchorRule> = new Set([addresses, zhStreetAddresses, amounts]);

/** More than these a turn does not need: a longer list would only fill the message. */
const MAX_ANCHORS = 64;

export interface Said {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Whom the user knows, so that people are found by the names that the user gives them. */
  readonly contacts?: readonly Contact[];
}

/** The first 64 anchors of a text in the order in which they stand, without overlaps (M11). Offsets count in the text as given. */
export function findAnchors(text: string, { nowMs, timeZone, contacts = [] }: Said): Anchor[] {
  const folded = foldWidth(text);
  const closed = closeSpaces(folded);
  const context = { nowMs, timeZone, words: wordsOf(folded), contacts };
  const closedContext = closed.text === folded ? context : { ...context, words: wordsOf(closed.text) };
  const read = (rule: AnchorRule): Anchor[] =>
    CLOSED.has(rule)
      ? rule(closed.text, closedContext).map((anchor) => asGiven(anchor, folded, closed))
      : rule(folded, context);
  const taken = new Uint8Array(folded.length);
  const kept: Anchor[] = [];
  for (const rule of RULES) {
    const found = read(rule).sort((a, b) => b.end - b.start - (a.end - a.start));
    for (const anchor of found) {
      if (taken.subarray(anchor.start, anchor.end).includes(1)) continue;
      taken.fill(1, anchor.start, anchor.end);
      kept.push(anchor);
    }
  }
  return kept.sort((a, b) => a.start - b.start).slice(0, MAX_ANCHORS);
}

/** The anchor of a closed text in the text as given; the detail of an address stays as it was written. */
function asGiven(anchor: Anchor, text: string, { given }: Closed): Anchor {
  const place = given(anchor.start, anchor.end);
  const found = { ...anchor, ...place, text: text.slice(place.start, place.end) };
  const { address } = anchor;
  if (!address || address.detail === '') return found;
  const from = given(anchor.end - address.detail.length, anchor.end);
  const detail = text.slice(from.start, from.end);
  return { ...found, value: anchor.value.slice(0, -address.detail.length) + detail, address: { ...address, detail } };
}
