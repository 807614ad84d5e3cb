const DIGITS = new Map<string, bigint>();
for (const [value, chars] of [
  '〇零',
  '一壹',
  '二贰貳两兩',
  '三叁參',
  '四肆',
  '五伍',
  '六陆陸',
  '七柒',
  '八捌',
  '九玖',
].entries())
  for (const char of chars) DIGITS.set(char, BigInt(value));
const SMALL = new Map<string, bigint>([
  ['十', 10n],
  ['拾', 10n],
  ['百', 100n],
  ['佰', 100n],
  ['千', 1_000n],
  ['仟', 1_000n],
  ['k', 1_000n],
]);
/** The greatest first: what stands before one is counted by it. */
const LARGE: readonly (readonly [chars: string, value: bigint])[] = [
  ['亿億', 100_000_000n],
  ['万萬w', 10_000n],
];

/** Characters of a number in Han script, the formal and the traditional ones too, for use inside a character class. */
export const HAN_DIGIT_CHARS = [...DIGITS.keys()].join('');
export const HAN_SCALE_CHARS = '十拾百佰千仟万萬亿億';

/** An exact number is counted in millionths. */
export const ONE = 1_000_000n;

/**
 * The number that digits, Han numerals or both name (“1.9万”, “3千万亿”, “六十四万零一百”, “两个亿”, “1,299.50”), in millionths; a
 * last digit without a unit counts in tenths of the unit before it (“三百二” is 320). Undefined for what is no number.
 */
export function exactNumber(text: string): bigint | undefined {
  const plain = text.replace(/[,，个 ]/g, '').toLowerCase();
  return plain === '' ? undefined : largeNumber(plain);
}

/** “六七百万” names no single number. */
const SEVERAL = /^[一二两三四五六七八九]{2}$/;

function largeNumber(text: string): bigint | undefined {
  for (const [chars, value] of LARGE) {
    const at = lastIndexOfAny(text, chars);
    if (at < 0) continue;
    const before = at === 0 ? ONE : SEVERAL.test(text.slice(0, at)) ? undefined : largeNumber(text.slice(0, at));
    const after = at === text.length - 1 ? 0n : followed(text.slice(at + 1), value, largeNumber);
    return before === undefined || after === undefined ? undefined : before * value + after;
  }
  return section(text);
}

/** Below ten thousand: the first unit counts what stands before it, the rest follows. */
function section(text: string): bigint | undefined {
  const at = [...text].findIndex((char) => SMALL.has(char));
  const unit = SMALL.get(text[at] ?? '');
  if (unit === undefined) return digits(text);
  const head = text.slice(0, at);
  const count = head === '' || isZero(head) ? ONE : SEVERAL.test(head) ? undefined : digits(head);
  const after = at === text.length - 1 ? 0n : followed(text.slice(at + 1), unit, section);
  return count === undefined || after === undefined ? undefined : count * unit + after;
}

function followed(rest: string, unit: bigint, read: (text: string) => bigint | undefined): bigint | undefined {
  const value = read(rest);
  const bare = rest.length === 1 && unit > 10n && !isZero(rest) && value !== undefined && value < 10n * ONE;
  return bare ? (value * unit) / 10n : value;
}

const isZero = (text: string): boolean => text === '零' || text === '〇';

function digits(text: string): bigint | undefined {
  const decimal = /^(\d{1,18})(?:\.(\d{1,6})\d{0,6})?$/.exec(text);
  if (decimal) return BigInt(decimal[1] ?? '0') * ONE + BigInt((decimal[2] ?? '').padEnd(6, '0'));
  let value = 0n;
  for (const char of text) {
    const digit = DIGITS.get(char) ?? (/\d/.test(char) ? BigInt(char) : undefined);
    if (digit === undefined) return undefined;
    value = value * 10n + digit;
  }
  return value * ONE;
}

function lastIndexOfAny(text: string, chars: string): number {
  return Math.max(...[...chars].map((char) => text.lastIndexOf(char)));
}

/** An exact number as a decimal without trailing zeros. */
export function decimalText(millionths: bigint): string {
  const fraction = (millionths % ONE).toString().padStart(6, '0').replace(/0+$/, '');
  return `${millionths / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
