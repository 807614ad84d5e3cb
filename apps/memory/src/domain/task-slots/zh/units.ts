import { HAN_NUMBER_CHARS, hanNumber } from '../../anchors/han-numbers';
import type { Dimension } from '../tracking/quantity';

/** A number as it is said: digits with 万, 千 behind, or Han numerals, which are no numbers after 大 and 第. */
export const NUMBER = `(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9}(?:\\.\\d{1,3})?)[万千]?|(?<![大第])[${HAN_NUMBER_CHARS}半]{1,8}`;

/** Units by dimension; what may follow a unit and make another word of it is looked at, too. */
export const UNITS: readonly (readonly [Dimension, string])[] = [
  ['money', '元钱?|块钱?|圆|人民币'],
  ['time', '分钟|个?小时|个?钟头|个?星期|周(?!边|围|[一二三四五六日末])|个?月|天|年|晚上?'],
  ['score', '分(?![钟店店之享别开类布析手部])|星级?'],
  ['count', '个人|[个件台份张只盒箱套位把条块本根辆颗双](?!小时|月|星期|钟头)|人(?![均民气])'],
];

/** What units are called when they are written, and how many minutes those of time are; a month has 30 days. */
const WRITTEN: readonly { readonly form: RegExp; readonly unit: string; readonly scale?: number }[] = [
  { form: /^(?:元|块钱|块$|圆|人民币)/, unit: '元' },
  { form: /分钟/, unit: '分钟', scale: 1 },
  { form: /小时|钟头/, unit: '小时', scale: 60 },
  { form: /天/, unit: '天', scale: 1_440 },
  { form: /^晚/, unit: '晚', scale: 1_440 },
  { form: /星期|^周/, unit: '周', scale: 10_080 },
  { form: /月/, unit: '个月', scale: 43_200 },
  { form: /^年/, unit: '年', scale: 525_600 },
  { form: /^星/, unit: '星' },
  { form: /人/, unit: '人' },
];

export function unitOf(said: string): { readonly unit: string; readonly scale: number } {
  const written = WRITTEN.find(({ form }) => form.test(said));
  return { unit: written?.unit ?? said, scale: written?.scale ?? 1 };
}

/** The value of what `NUMBER` finds. */
export function numberOf(said: string): number | undefined {
  if (said === '半') return 0.5;
  if (!/^\d/.test(said)) return hanNumber(said);
  const times = said.endsWith('万') ? 10_000 : said.endsWith('千') ? 1_000 : 1;
  return Number(said.replace(/[,万千]/g, '')) * times;
}
