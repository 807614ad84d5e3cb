import type { Mask, MasksPolicy } from './masks-policy';

const HIDDEN = '***';
const EMAIL = /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}.-]{1,253}/gu;
/** Seven digits and more, however they are grouped. */
const NUMBER = /\+?\(?[0-9０-９](?:[-.\s()（）]{0,2}[0-9０-９]){6,24}/g;

const MASKS = {
  phone: maskNumber,
  email: (text: string) => (text.includes('@') ? text.replace(EMAIL, maskEmail) : HIDDEN),
  name: maskName,
  tail: (text: string) => (text.length > 8 ? `****${[...text].slice(-4).join('')}` : HIDDEN),
  all: () => HIDDEN,
} as const satisfies Record<Mask, (text: string) => string>;

export const masked = (text: string, mask: Mask): string => MASKS[mask](text);

/** A value of a named field as its owner, or anybody else, may read it. */
export function fieldFor(reader: 'owner' | 'other', field: string, text: string, policy: MasksPolicy): string {
  if (isNamed(field, policy.forAll)) return HIDDEN;
  if (reader === 'owner') return text;
  const rule = policy.forOthers.find(({ words }) => isNamed(field, words));
  return rule ? masked(text, rule.mask) : maskedWithin(text);
}

/** Short words of Latin script have to stand alone: `tel` is in `work tel` and not in `hotel`. */
function isNamed(field: string, words: readonly string[]): boolean {
  const name = field
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
  const parts = name.split(/[^a-z]+/);
  return words.some((word) => (/^[a-z]{1,4}$/.test(word) ? parts.includes(word) : name.includes(word)));
}

/** Addresses and long numbers within a text. */
export const maskedWithin = (text: string): string => text.replace(EMAIL, maskEmail).replace(NUMBER, maskNumber);

/** 138****5678, +86138****5678, 010-****5678, 12****78: the last four digits stay (of short ones two), four before them go. */
function maskNumber(text: string): string {
  const digits = text.match(/[0-9０-９]/g)?.length ?? 0;
  if (digits < 7) return HIDDEN;
  const shown = digits >= 9 ? 4 : 2;
  let at = 0;
  return text.replace(/[0-9０-９]/g, (digit) => {
    at += 1;
    return at > digits - shown - 4 && at <= digits - shown ? '*' : digit;
  });
}

function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}${HIDDEN}${address.slice(at)}`;
}

/** 王莉 → 王*, 欧阳娜娜 → 欧***, Jane Smith → J***. */
function maskName(name: string): string {
  const [first = '', ...rest] = [...name.trim()];
  const han = /^\p{Script=Han}+$/u.test(name.trim());
  return `${first}${han ? '*'.repeat(Math.max(1, rest.length)) : HIDDEN}`;
}
