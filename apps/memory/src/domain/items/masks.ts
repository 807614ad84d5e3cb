import type { Mask, MasksPolicy } from './masks-policy';
import { withoutPay } from './pay-phrases';

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

/** A value of a named field, or with '' a free text, as its owner or anybody else may read it: of pay nobody reads how much (M21). */
export function fieldFor(reader: 'owner' | 'other', field: string, text: string, policy: MasksPolicy): string {
  if (isNamed(field, policy.forAll)) return HIDDEN;
  const rule = reader === 'owner' ? undefined : policy.forOthers.find(({ words }) => isNamed(field, words));
  if (rule) return masked(text, rule.mask);
  const shown = withoutPay(text, policy);
  return reader === 'owner' ? shown : maskedWithin(shown);
}

/** As `fieldFor`; and what was inferred of somebody under a key, nobody else reads: he has told it nobody (M15). */
export function keyedFor(
  reader: 'owner' | 'other',
  {
    key,
    text,
    sourceType,
  }: { readonly key?: string | null | undefined; readonly text: string; readonly sourceType: string },
  policy: MasksPolicy,
): string {
  const inferred = sourceType === 'inference' && key !== undefined && key !== null;
  return reader === 'other' && inferred ? HIDDEN : fieldFor(reader, key ?? '', text, policy);
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
export const maskedWithin = (text: string): string =>
  (text.includes('@') ? text.replace(EMAIL, maskEmail) : text).replace(NUMBER, maskNumber);

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
