const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINAL_ONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const ORDINAL_TEENS = [
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
];

const longestFirst = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join('|');

/** Numbers up to 99 in words or figures, “a”, “a couple of”, “half an”. */
export const NUMBER = `\\d{1,4}(?:\\.\\d{1,2})?|(?:${TENS.join('|')})(?:[- ](?:${ONES.join('|')}))?|${longestFirst([...ONES, ...TEENS])}`;
export const COUNT = `(?:${NUMBER}) and a half|half (?:an?|of an)|(?:an?|one) half|(?:a )?couple (?:of )?|a few|few|several|${NUMBER}|an?`;

const SEVERAL = 3;

export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const word = text.trim().toLowerCase();
  if (/ and a half$/.test(word)) return (numberOf(word.replace(/ and a half$/, '')) ?? 0) + 0.5;
  if (/^\d/.test(word)) return Number(word);
  if (/half/.test(word)) return 0.5;
  if (/couple/.test(word)) return 2;
  if (/few|several/.test(word)) return SEVERAL;
  if (word === 'a' || word === 'an' || word === 'the') return 1;
  const [tens = '', ones] = word.split(/[- ]/);
  const ten = TENS.indexOf(tens);
  if (ten >= 0) return (ten + 2) * 10 + (ones === undefined ? 0 : ONES.indexOf(ones) + 1);
  const one = ONES.indexOf(word);
  if (one >= 0) return one + 1;
  const teen = TEENS.indexOf(word);
  return teen >= 0 ? teen + 10 : undefined;
}

/** First, 1st … thirty-first, 31st. */
export const ORDINAL = `\\d{1,2}(?:st|nd|rd|th)|twenty[- ](?:${ORDINAL_ONES.join('|')})|thirty[- ]first|twentieth|thirtieth|${longestFirst([...ORDINAL_ONES, ...ORDINAL_TEENS])}`;

export function ordinalOf(text: string | undefined): number | undefined {
  const word = text?.toLowerCase() ?? '';
  if (/^\d/.test(word)) return parseInt(word, 10);
  if (word === 'twentieth') return 20;
  if (word === 'thirtieth') return 30;
  const [tens, ones] = word.split(/[- ]/);
  if (ones !== undefined) return (tens === 'thirty' ? 30 : 20) + ORDINAL_ONES.indexOf(ones) + 1;
  const one = ORDINAL_ONES.indexOf(word);
  if (one >= 0) return one + 1;
  const teen = ORDINAL_TEENS.indexOf(word);
  return teen >= 0 ? teen + 10 : undefined;
}
