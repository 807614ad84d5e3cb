import { HAN_NUMBER_CHARS, hanNumber } from '../anchors/han-numbers';
import { EN_NUMBER, enNumber } from '../anchors/money/en-numbers';
import { ONE } from '../anchors/money/exact-numbers';

/** A number as a text states it: its value as a decimal, its measure where one follows; offsets count in the text. */
export interface StatedNumber {
  readonly value: string;
  /** `%`, a Chinese measure word, or nothing. */
  readonly measure: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MEASURES =
  '%|％|个半?月|小时|分钟|秒钟?|公里|千米|厘米|毫米|毫升|公斤|千克|英里|英寸|人民币|美元|块钱|个|只|条|张|件|本|次|天|年|月|日|周岁?|岁|点|元|块|米|里|斤|克|吨|升|度|杯|瓶|碗|份|套|间|层|楼|号|路|分|秒|位|名|家|遍|种|类|门|部|台|辆|艘|棵|朵|颗|页|章|节|课|人|倍|折|届|级|期|场|回|首|篇|幅|双|对|箱|包|盒|把';
const DIGITS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.-])(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,6})?(?::\d{2})?)(?<ending>st|nd|rd|th)?(?<scale>[万亿])?\s?(?<measure>${MEASURES})?(?![\d_])|(?<=[\u4e00-\u9fff-])(?<number2>\d{1,15}(?:\.\d{1,6})?(?::\d{2})?)(?<scale2>[万亿])?\s?(?<measure2>${MEASURES})?`,
  'gu',
);
const HAN = new RegExp(`(?<number>[${HAN_NUMBER_CHARS}]{1,12})(?<measure>${MEASURES})`, 'gu');
/** Numerals that count nothing. */
const IDIOMS = /^(?:十分|千万(?:别|不)|万分|一点|两点半?$|百分|万一|三十?而立)/;

const ENGLISH = new RegExp(`\\b${EN_NUMBER}\\b`, 'gi');

/** The numbers of a text in digits, Han numerals with a measure, and English words; “一个” and “one” count as articles. */
export function statedNumbers(text: string): StatedNumber[] {
  const found = [
    ...[...text.matchAll(DIGITS)].map((match) => {
      const groups = match.groups ?? {};
      const digits = (groups['number'] ?? groups['number2'] ?? '').replaceAll(',', '');
      const scale = groups['scale'] ?? groups['scale2'];
      return stated(match, scaled(digits, scale), groups['measure'] ?? groups['measure2'] ?? '');
    }),
    ...[...text.matchAll(HAN)].flatMap((match) => {
      const { number = '', measure = '' } = match.groups ?? {};
      const value = IDIOMS.test(match[0]) ? undefined : hanNumber(number);
      return value === undefined || value === 1 ? [] : [stated(match, String(value), measure)];
    }),
    ...[...text.matchAll(ENGLISH)].flatMap((match) => {
      const value = enNumber(match[0]);
      return value === undefined || value < 2n * ONE ? [] : [stated(match, String(value / ONE), '')];
    }),
  ];
  return found.sort((a, b) => a.start - b.start);
}

const stated = ({ index, 0: text }: RegExpExecArray, value: string, measure: string): StatedNumber => {
  const said = text.trimEnd();
  return { value, measure: measure === '％' ? '%' : measure, text: said, start: index, end: index + said.length };
};

function scaled(digits: string, scale: string | undefined): string {
  const plain = digits.includes(':')
    ? digits
    : digits
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
  if (scale === undefined || plain.includes(':')) return plain;
  return String(Math.round(Number(plain) * (scale === '万' ? 10_000 : 100_000_000)));
}
