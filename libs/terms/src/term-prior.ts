import { dict } from '@node-rs/jieba/dict';
import { stemmer } from 'stemmer';
import { COMMON_WORDS, VERY_COMMON_WORDS } from './frequent-english';

/** Natural logarithms of the inverse frequency of an English word: of the two tiers, and of every other word, code or number. */
const VERY_COMMON = 2.5;
const COMMON = 4.5;
const RARE = 7;
/** What is common to all, and says nothing of rarity. */
const OFFSET = 2;
const LEAST = 0.3;

/** Rarer than this no term counts: names and slips of the pen would outweigh everything. */
const RAREST = 9;

/** Shares of the characters' rarities that a pair has by chance, and one that is in no word. */
const BY_CHANCE = 0.5;
const STRADDLING = 0.4;

/** Pairs are counted in 2²⁰ buckets: a collision takes the commoner pair's weight and only blurs a score. */
const BUCKETS = 1 << 20;

interface HanFrequencies {
  readonly logTotal: number;
  readonly chars: Uint32Array;
  readonly pairs: Uint32Array;
}
let han: HanFrequencies | undefined;
const tiers = new Map<string, number>([
  ...stems(COMMON_WORDS).map((word) => [word, COMMON] as const),
  ...stems(VERY_COMMON_WORDS).map((word) => [word, VERY_COMMON] as const),
]);

/**
 * How much a term says, by its rarity in the language at large, never by what anybody has stored: an inverse document frequency that is
 * the same for every tenant and user. Chinese frequencies are those of the segmenter's dictionary.
 */
export function termPrior(term: string): number {
  return Math.max(LEAST, rarity(term) - OFFSET);
}

/** Reading the frequencies takes a fifth of a second: call it at start, so that the first turn does not pay. */
export function warmTermPrior(): void {
  han ??= readFrequencies();
}

function rarity(term: string): number {
  const tier = tiers.get(term);
  if (tier !== undefined) return tier;
  if (!/^[\u4e00-\u9fff]+$/.test(term)) return RARE;
  han ??= readFrequencies();
  if (term.length === 1) return charRarity(han, term.charCodeAt(0)) * 0.55;
  let rarest = 0;
  for (let i = 1; i < term.length; i++)
    rarest = Math.max(rarest, pairRarity(han, term.charCodeAt(i - 1), term.charCodeAt(i)));
  return Math.min(RAREST, rarest);
}

const charRarity = ({ logTotal, chars }: HanFrequencies, unit: number): number =>
  logTotal - Math.log(Math.max(1, chars[unit] ?? 0));

/**
 * A pair is no rarer than its characters make it by chance, which is what most pairs that straddle two words do; one that stands in no
 * word of the dictionary counts less than any word.
 */
function pairRarity(frequencies: HanFrequencies, first: number, second: number): number {
  const chars = charRarity(frequencies, first) + charRarity(frequencies, second);
  const count = frequencies.pairs[bucketOf(first, second)] ?? 0;
  return count > 0
    ? Math.min(frequencies.logTotal - Math.log(count), BY_CHANCE * chars)
    : Math.min(RARE, STRADDLING * chars);
}

/** Reads lines of “word count tag”; a count goes to every character of the word and to every pair in it. */
function readFrequencies(): HanFrequencies {
  const chars = new Uint32Array(0x10000);
  const pairs = new Uint32Array(BUCKETS);
  let total = 0;
  const text = new TextDecoder().decode(dict);
  for (let at = 0; at < text.length;) {
    const gap = text.indexOf(' ', at);
    const end = text.indexOf('\n', at);
    const lineEnd = end < 0 ? text.length : end;
    if (gap > at && gap < lineEnd) {
      const count = Number.parseInt(text.slice(gap + 1, gap + 10), 10) || 0;
      total += count;
      for (let i = at; i < gap; i++) {
        const unit = text.charCodeAt(i);
        chars[unit] = (chars[unit] ?? 0) + count;
        if (i === at) continue;
        const bucket = bucketOf(text.charCodeAt(i - 1), unit);
        pairs[bucket] = (pairs[bucket] ?? 0) + count;
      }
    }
    at = lineEnd + 1;
  }
  return { logTotal: Math.log(Math.max(1, total)), chars, pairs };
}

const bucketOf = (first: number, second: number): number =>
  (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 12;

function stems(words: string): string[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => stemmer(word));
}
