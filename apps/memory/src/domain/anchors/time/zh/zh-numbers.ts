import { hanNumber } from '../../han-numbers';

/** The characters of small numbers, for a character class. */
export const HAN = '〇零一二两三四五六七八九十廿';

export const DIGIT = `\\d{1,2}|[${HAN}]{1,3}`;

/** A count: 3, 1.5, 十五, 两百, 半; 几 and 数 stand for a few. */
export const COUNT = `[一二三四五六七八九]?十[几多来余]|几十|\\d{1,4}(?:\\.\\d)?|[${HAN}百千]{1,6}|半|几|数|若干`;

const FEW = 5;

/** The number that digits or Han characters name; undefined for what is none. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === '半') return 0.5;
  const tens = /^(?<ten>[一二三四五六七八九]?十)[几多来余]$/.exec(text)?.groups?.['ten'];
  if (tens !== undefined) return (hanNumber(tens) ?? 10) + FEW;
  if (text === '几十') return FEW * 10;
  if (text === '几' || text === '数' || text === '若干') return FEW;
  return hanNumber(text.replace('廿', '二十'));
}

/** A year as people write it: 2021, 二〇二一, 21 and 零九 (of the last hundred years). */
export function yearOf(text: string): number | undefined {
  const digits = [...text].map((char) => (/\d/.test(char) ? char : String(hanNumber(char) ?? '')));
  const number = Number(digits.join(''));
  if (Number.isNaN(number) || digits.includes('10')) return undefined;
  if (digits.length === 4) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}
