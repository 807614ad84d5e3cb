import type { Anchor } from '@plinth/contracts';
import { anchorAt, type AnchorRule } from '../anchor-rule';
import type { Word } from '../han-words';
import { detailEnd } from './address-detail';
import { type DivisionChain, readDivisions } from './read-divisions';

const MAX_ADDRESSES = 32;

/**
 * Addresses in Chinese that name an administrative division, down to the door, and such divisions alone; the divisions that the text
 * leaves out are filled in where they follow. A bare city inside another word is none.
 */
export const addresses: AnchorRule = (text, { words }) => {
  const found: Anchor[] = [];
  for (let at = 0; at < text.length && found.length < MAX_ADDRESSES;) {
    const anchor = addressAt(text, at, words);
    if (anchor) found.push(anchor);
    at = anchor?.end ?? at + 1;
  }
  return found;
};

function addressAt(text: string, at: number, words: () => readonly Word[]): Anchor | undefined {
  const chain = readDivisions(text, at);
  if (!chain) return undefined;
  const bare = !chain.full && chain.count === 1;
  const from = text[chain.end] === ' ' ? chain.end + 1 : chain.end;
  const to = detailEnd(text, from, { strongOnly: bare, openEnd: !bare });
  const detail = text.slice(from, to);
  if (bare && detail === '' && !standsAlone(words(), at, chain.end)) return undefined;
  const end = detail === '' ? chain.end : to;
  const address = { province: chain.province, city: chain.city, county: chain.county, detail };
  return { ...anchorAt('address', text, at, end, normalised(chain, detail)), address };
}

/** A word of its own that the dictionary knows as a place. */
function standsAlone(words: readonly Word[], start: number, end: number): boolean {
  return words.some((word) => word.start === start && word.end === end && word.tag.startsWith('ns'));
}

function normalised({ province, city, county }: DivisionChain, detail: string): string {
  const ofCity = city === null || (province?.startsWith(city) ?? false) ? '' : city;
  return `${province ?? ''}${ofCity}${county ?? ''}${detail}`;
}
