const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  壹: 1,
  二: 2,
  贰: 2,
  貳: 2,
  两: 2,
  兩: 2,
  三: 3,
  叁: 3,
  參: 3,
  四: 4,
  肆: 4,
  五: 5,
  伍: 5,
  六: 6,
  陆: 6,
  陸: 6,
  七: 7,
  柒: 7,
  八: 8,
  捌: 8,
  九: 9,
  玖: 9,
};
const UNITS: Readonly<Record<string, number>> = {
  十: 10,
  拾: 10,
  百: 100,
  佰: 100,
  千: 1_000,
  仟: 1_000,
  万: 10_000,
  萬: 10_000,
  亿: 100_000_000,
  億: 100_000_000,
};

/** Characters of a number written in Han script, for use inside a character class. */
export const HAN_NUMBER_CHARS = [...Object.keys(DIGITS), ...Object.keys(UNITS)].join('');

/** The integer that a Han numeral names (“三百二” is 320), or undefined for what is no numeral. */
export function hanNumber(text: string): number | undefined {
  if (text === '') return undefined;
  if ([...text].every((char) => char in DIGITS)) return Number([...text].map((char) => DIGITS[char]).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastUnit = 0;
  let lastLarge = 0;
  let afterZero = false;
  for (const char of text) {
    const value = DIGITS[char];
    const unit = UNITS[char];
    if (value !== undefined) {
      afterZero = value === 0;
      digit = value === 0 ? undefined : value;
    } else if (unit === undefined) {
      return undefined;
    } else if (unit >= 10_000) {
      const counted = section + (digit ?? 0);
      // A greater unit counts all before it: 三万亿 is 3e12, 一亿二千万 is 1.2e8.
      total = unit > lastLarge ? (total + counted || 1) * unit : total + (counted || 1) * unit;
      lastLarge = unit;
      section = 0;
      digit = undefined;
      lastUnit = unit;
    } else {
      section += (digit ?? 1) * unit;
      digit = undefined;
      lastUnit = unit;
    }
  }
  // “三百二” and “一万二”: a last digit without a unit counts in tenths of the unit before it.
  if (digit !== undefined && lastUnit > 10 && !afterZero && text.length > 1 && !text.includes('零'))
    return total + section + digit * (lastUnit / 10);
  return total + section + (digit ?? 0);
}
