import { ONE } from './exact-numbers';

const UNITS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 20 + 10 * i]),
);
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1_000,
  grand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};

const WORD = [...Object.keys(UNITS), ...Object.keys(TENS), 'hundred', ...Object.keys(SCALES)].join('|');
/** A number in English words, at most eight of them. */
export const EN_NUMBER = `(?:an? (?:hundred|thousand|million|billion)|(?:${WORD}))(?:(?:[ -]| and )(?:${WORD})){0,7}`;

/** The number that English words name (“two hundred and fifty”), in millionths; undefined for what is none. */
export function enNumber(text: string): bigint | undefined {
  let total = 0;
  let section = 0;
  for (const word of text.toLowerCase().split(/[ -]+/)) {
    if (word === 'and') continue;
    if (word === 'a' || word === 'an') section += 1;
    else if (word === 'hundred') section = (section || 1) * 100;
    else if (word in SCALES) {
      total += (section || 1) * (SCALES[word] ?? 1);
      section = 0;
    } else {
      const value = UNITS[word] ?? TENS[word];
      if (value === undefined) return undefined;
      section += value;
    }
  }
  return BigInt(total + section) * ONE;
}
