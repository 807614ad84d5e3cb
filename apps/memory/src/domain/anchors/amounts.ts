import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';
import { HAN_NUMBER_CHARS, hanNumber } from './han-numbers';

const NUMBER = String.raw`\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,4})?|\d{1,15}(?:\.\d{1,4})?`;
const NOT_A_RANGE = String.raw`(?<![\d.,-])(?<!\d(?:元|块)? ?[-~到至—] ?)`;
const UNITS_ZH = '元人民币|块钱|人民币|元|块|美元|美金|欧元|日元|英镑|港币|港元';
const UNITS_EN = 'dollars?|bucks?|usd|yuan|rmb|cny|euros?|eur|pounds?|gbp|yen|jpy|hkd';

const SIGN = new RegExp(
  String.raw`(?<sign>US\$|HK\$|[$¥￥€£]|RMB|CNY|USD) ?(?<number>${NUMBER})(?<scale>万|千|k\b)?(?![\d.]*[-~]\d)`,
  'dgi',
);
const AFTER = new RegExp(
  String.raw`${NOT_A_RANGE}(?<number>${NUMBER}) ?(?<scale>[万千百亿])?(?<unit>${UNITS_ZH})(?<tail>\d(?!\d))?`,
  'dg',
);
const AFTER_EN = new RegExp(String.raw`${NOT_A_RANGE}(?<number>${NUMBER})(?<scale>k)? ?(?<unit>${UNITS_EN})\b`, 'dgi');
const HAN = new RegExp(
  `(?<![大小第${HAN_NUMBER_CHARS}])(?<number>[${HAN_NUMBER_CHARS}]{1,16})(?<unit>${UNITS_ZH})`,
  'dg',
);

const CURRENCY: Readonly<Record<string, string>> = {
  '¥': 'CNY',
  '￥': 'CNY',
  RMB: 'CNY',
  CNY: 'CNY',
  YUAN: 'CNY',
  元: 'CNY',
  块: 'CNY',
  块钱: 'CNY',
  人民币: 'CNY',
  元人民币: 'CNY',
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  DOLLAR: 'USD',
  DOLLARS: 'USD',
  BUCK: 'USD',
  BUCKS: 'USD',
  美元: 'USD',
  美金: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  欧元: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  POUND: 'GBP',
  POUNDS: 'GBP',
  英镑: 'GBP',
  YEN: 'JPY',
  JPY: 'JPY',
  日元: 'JPY',
  HK$: 'HKD',
  HKD: 'HKD',
  港币: 'HKD',
  港元: 'HKD',
};
const ZEROS: Readonly<Record<string, number>> = { 百: 2, 千: 3, k: 3, K: 3, 万: 4, 亿: 8 };

/** Single amounts of money as exact decimals; a range such as “400-500元” is no amount. */
export const amounts: AnchorRule = (text) =>
  [SIGN, AFTER, AFTER_EN, HAN].flatMap((pattern) =>
    [...matchesOf(text, pattern)].flatMap((match) => {
      const { number = '', scale, unit, sign, tail } = match.groups ?? {};
      const [start, end] = match.indices?.[0] ?? [0, 0];
      const currency = CURRENCY[(unit ?? sign ?? '').toUpperCase()];
      const value =
        pattern === HAN
          ? hanNumber(number)?.toString()
          : decimal(number, ZEROS[scale ?? ''] ?? 0, unit === '块' ? tail : undefined);
      if (currency === undefined || value === undefined) return [];
      const overshoot = tail !== undefined && unit !== '块' ? tail.length : 0;
      return [anchorAt('amount', text, start, end - overshoot, value, currency)];
    }),
  );

/** Shifts the decimal point to the right without floating point; “3块5” adds its tenths. */
function decimal(number: string, zeros: number, tenths: string | undefined): string {
  const [whole = '0', fraction = ''] = number.replaceAll(',', '').split('.');
  const digits = tenths !== undefined && fraction === '' ? tenths : fraction;
  const shifted = whole + digits.slice(0, zeros).padEnd(zeros, '0');
  const rest = digits.slice(zeros).replace(/0+$/, '');
  const integer = shifted.replace(/^0+(?=\d)/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}
