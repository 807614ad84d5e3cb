import type { Clock, Frame } from '../frame';
import { addSpans, spanOf, type SpanUnit } from '../time-spans';
import type { TimeSpan } from '../time-expression';
import { type Groups, rule, type WordRule } from '../words';
import { COUNT, DIGIT, HAN, numberOf } from './zh-numbers';

const MINUTE = `(?<minute>\\d{1,2}|[${HAN}]{1,3})`;
const REST = `(?:(?<half>半)|(?<quarter>[一三1-3])刻钟?|[过零]?${MINUTE}(?![个%天月年${HAN}\\d])分?(?:(?<second>\\d{1,2}|[${HAN}]{1,3})秒)?)`;
/** A number before 点 that is a decimal point, a list or an amount: 一点儿, 三点建议. */
const NOT_HOUR = '儿|五|要求|建议|意见|原因|理由|内容|好处|优|缺|击|心|评|赞|餐|单|头|数|名|名|滴|子|五折|水';

/** After these a number is part of a longer one; after the numeral of a weekday (“周五3点”) it is not. */
const NOT_AFTER = `[\\d.第]|(?<![周期拜])[${HAN}]`;

/** The time of day in words: 三点一刻, 8点20, 20时1刻, 差五分九点. */
const CLOCK_RULES: readonly WordRule[] = [
  rule(
    `(?<!差|${NOT_AFTER})(?<hour>${DIGIT})(?:点|點)(?!${NOT_HOUR})(?:钟|整|多钟?|许|左右|前后)?${REST}?`,
    (groups, matched) => (/^[一1]点$/.test(matched) || /^[两二]点$/.test(matched) ? undefined : clock(groups)),
  ),
  rule(`(?<!差|${NOT_AFTER})(?<hour>${DIGIT})(?:点|點)(?!${NOT_HOUR})`, clock, true),
  rule(
    `(?<!${NOT_AFTER})(?<hour>${DIGIT})时(?!候|间|常|期|尚|代|刻|速|长|区|段|而|髦|装|光)${REST}?`,
    (groups, matched) => (matched === '一时' ? undefined : clock(groups)),
  ),
  rule(`差(?:${MINUTE}分钟?|(?<quarter>一)刻钟?)(?:到|就)?(?<hour>${DIGIT})点`, (groups) => before(clock(groups))),
  rule(`(?<hour>${DIGIT})点差(?:${MINUTE}分钟?|(?<quarter>一)刻钟?)`, (groups) => before(clock(groups))),
];

function clock({ hour, half, quarter, minute, second }: Groups): Frame | undefined {
  const hours = numberOf(hour);
  const minutes = half ? 30 : quarter ? 15 * (numberOf(quarter) ?? 0) : (numberOf(minute) ?? 0);
  const seconds = numberOf(second) ?? 0;
  if (hours === undefined || hours > 24 || minutes > 59 || seconds > 59) return undefined;
  const grain = second ? 'second' : (half ?? quarter ?? minute) ? 'minute' : 'hour';
  const exact = hours > 12 || hours === 0;
  return {
    clock: { hour: hours, minute: minutes, second: seconds, grain, ...(exact ? { exact: true as const } : {}) },
  };
}

function before(frame: Frame | undefined): Frame | undefined {
  const said = frame?.clock;
  if (!said || said.minute === 0) return undefined;
  const earlier: Clock = { ...said, hour: (said.hour + 23) % 24, minute: 60 - said.minute };
  return { clock: earlier };
}

const UNITS: Readonly<Record<string, SpanUnit>> = {
  世纪: 'century',
  年: 'year',
  季度: 'quarter',
  月: 'month',
  星期: 'week',
  礼拜: 'week',
  周: 'week',
  天: 'day',
  工作日: 'workday',
  日: 'day',
  小时: 'hour',
  钟头: 'hour',
  钟: 'hour',
  刻钟: 'quarterHour',
  刻: 'quarterHour',
  分钟: 'minute',
  分: 'minute',
  秒钟: 'second',
  秒: 'second',
};
const UNIT = '世纪|工作日|年|季度|月|星期|礼拜|周|天|小时|钟头|刻钟|分钟|秒钟|秒';
const ONE = (unit: string) => `(?:${COUNT})\\s?(?:多|来)?(?:个半|个)?(?:${unit})(?:半(?!天|年|月|夜|个|小))?`;
const SPAN_PART = new RegExp(`(?<n>${COUNT})\\s?(?:多|来)?(?<half>个半|个)?(?<unit>${UNIT}|分|日)(?<tail>半)?`, 'g');

function spanIn(text: string | undefined): TimeSpan | undefined {
  let total: TimeSpan | undefined;
  for (const { groups = {} } of (text ?? '').matchAll(SPAN_PART)) {
    const unit = UNITS[groups['unit'] ?? ''];
    const count = numberOf(groups['n']);
    if (count === undefined || !unit || (unit === 'year' && count >= 1_000)) return undefined;
    if (unit === 'month' && groups['half'] === undefined && !/^(?:半|几|数)$/.test(groups['n'] ?? '')) return undefined;
    const span = spanOf(count + (groups['half'] === '个半' || groups['tail'] ? 0.5 : 0), unit);
    total = total ? addSpans(total, span) : span;
  }
  return total;
}

const rolling = (text: string | undefined, sign: 1 | -1): Frame | undefined => {
  const span = spanIn(text);
  return span && { rolling: { span, sign } };
};
const shift = (text: string | undefined, sign: 1 | -1): Frame | undefined => {
  const span = spanIn(text);
  return span && { shift: { span, sign, of: 'now' } };
};

/** 近三月 says no 个 and means three months all the same. */
const asMonths = (text: string | undefined) => text?.replace(/^([\d〇零一二两三四五六七八九十]{1,3})月$/, '$1个月');
const PAST = '过去|以往|最近|近期?|前|上|往前|之前|这|此前|刚过去';
const FUTURE = '未来|今后|接下来|往后|随后|下|后|之后|此后|将来';
/** 两个半月, 1小时20分, 一年三个月: up to four lengths in a row. 个 tells three months (三个月) from March (三月). */
const LENGTH = `(?<![\\d.${HAN}百千第])(?<span>${ONE(UNIT)}(?:${ONE(`${UNIT}|分`)}){0,3})`;

/** A length, and what it is counted from where that is said. */
function distance({ span, before, after, within }: Groups): Frame | undefined {
  if (before) return shift(span, -1);
  if (after) return shift(span, 1);
  if (within) return rolling(span, 1);
  const length = spanIn(span);
  return length && { span: length };
}

/** Lengths, and distances from now: 三天前, 半小时后, 过去48小时, 两周内. */
const SPAN_RULES: readonly WordRule[] = [
  rule(`(?:再过|过)${LENGTH}(?:之|以)?后?`, ({ span }) => shift(span, 1)),
  rule(
    `${LENGTH}(?:(?<before>(?:之|以|往)?前(?!台|面|提|往))|(?<after>(?:之|以|过)?后(?!面|台|来)|开外)|(?<within>[之以]?内|之间))?`,
    distance,
  ),
  // 3日后 is in three days, 三日前 three days ago; 15日前 and 15日之后 bound by a date.
  rule(`(?<![月份\\d${HAN}])(?<n>${DIGIT})日后`, ({ n }) => shift(`${n ?? ''}日`, 1)),
  rule(`(?<![月份\\d${HAN}])(?<n>[${HAN}]{1,3})日前`, ({ n }) => shift(`${n ?? ''}日`, -1)),
  rule(`(?<!以|向|之|目)(?:${PAST})的?(?:这)?${LENGTH}(?:以?来|里|内|中|间)?`, ({ span }) =>
    rolling(asMonths(span), -1),
  ),
  rule(`(?:${FUTURE})的?${LENGTH}(?:里|内|中|间|以内|之内)?`, ({ span }) => rolling(asMonths(span), 1)),
  rule('[上前]个?(?:小时|钟头)', () => ({ rolling: { span: spanOf(1, 'hour'), sign: -1 } })),
  rule('下个?(?:小时|钟头)', () => ({ rolling: { span: spanOf(1, 'hour'), sign: 1 } })),
];

const NOW_RULES: readonly WordRule[] = [
  rule('(?<!一)现在|此刻|当前|目前|眼下|这会儿?|此时|刚才|刚刚|当下|即刻|如今', () => ({ now: true })),
];

export const ZH_HOUR_RULES: readonly WordRule[] = [...CLOCK_RULES, ...SPAN_RULES, ...NOW_RULES];
