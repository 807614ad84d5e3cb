import type { Frame, Ref } from '../frame';
import { type Groups, rule, type WordRule } from '../words';
import { DIGIT, HAN, numberOf, yearOf } from './zh-numbers';

const YEARS: Readonly<Record<string, number>> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  上一年: -1,
  上年: -1,
  头年: -1,
  旧年: -1,
  今年: 0,
  本年: 0,
  当年: 0,
  这一年: 0,
  明年: 1,
  来年: 1,
  下一年: 1,
  次年: 1,
  翌年: 1,
  后年: 2,
  大后年: 3,
};
const WEEKDAYS = '一二三四五六日';
const QUARTER = `(?<n>[一二三四1-4])`;
const MONTH_NOT = '饼|亮|光|球|经|薪|租|票|卡|嫂|费|供|销|色|老|刊|报|考|历|子';
const WEEK = '(?:周|星期|礼拜)';
/** 上, 上上, 上一个, 上个, 这个, 本, 下下个 … before a unit. */
const REF = '(?<ref>[上下]{1,3}(?:一个?|个)?|这一个?|这个?|本|当|今)';

/** How many units from the present one: 上上个 two back. */
export function refOf(ref: string | undefined): number {
  const count = [...(ref ?? '')].filter((char) => char === '上' || char === '下').length;
  return ref?.startsWith('上') ? -count : count;
}

const digit = (groups: Groups, name = 'n') => numberOf(groups[name]);
const at = (value: number | undefined): Ref | undefined => (value === undefined ? undefined : { at: value });

function years(from: number | undefined, count: number): Frame | undefined {
  return from === undefined ? undefined : { years: { from, count } };
}

function month(groups: Groups): Frame | undefined {
  const value = digit(groups);
  return value === undefined || value < 1 || value > 12 ? undefined : { month: { at: value } };
}

/** Years, quarters, months and weeks. */
export const ZH_PERIOD_RULES: readonly WordRule[] = [
  rule(`(?<!\\d)(?<y>[12]\\d{3}|[〇零一二三四五六七八九]{4})年度?(?!级|款|版)`, ({ y = '' }) => {
    const year = yearOf(y);
    return year === undefined ? undefined : { year: { at: year } };
  }),
  rule(
    `(?<![\\d${HAN}])(?<y>\\d{2}|[〇零一二三四五六七八九]{2})年(?=\\d{1,2}月|[${HAN}]{1,2}月|年?[初底末中]|的?[春夏秋冬]|[上下]半年|第?[一二三四]季)`,
    ({ y = '' }) => at(yearOf(y)) && { year: { at: yearOf(y) ?? 0 } },
  ),
  rule(
    `(?<![目之以从提空说证表声然最今往])(?<name>${Object.keys(YEARS)
      .sort((a, b) => b.length - a.length)
      .join('|')})度?(?!轻|纪|级|龄|份的)`,
    ({ name = '' }) => ({
      year: { by: YEARS[name] ?? 0 },
    }),
  ),
  rule(`(?<c>\\d{1,2}|[${HAN}]{1,3})世纪`, (groups) => years(((digit(groups, 'c') ?? 0) - 1) * 100, 100)),
  rule(
    `(?:(?<c>上|本|\\d{1,2}|[${HAN}]{1,3})(?:个)?世纪)?(?<d>\\d0|[二三四五六七八九]十|零零|[〇0]0)年代`,
    ({ c, d }) => {
      const decade = d === undefined || /^[零〇0]/.test(d) ? 0 : (numberOf(d) ?? 0);
      const century =
        c === '上'
          ? 1900
          : c === '本'
            ? 2000
            : c === undefined
              ? decade >= 30
                ? 1900
                : 2000
              : ((numberOf(c) ?? 20) - 1) * 100;
      return years(century + decade, 10);
    },
  ),
  rule('(?<c>上个?|本)世纪', ({ c = '' }) => years(c.startsWith('上') ? 1900 : 2000, 100)),
  rule('(?<n>[上下前后])半年度?', ({ n }) => ({ half: { at: n === '上' || n === '前' ? 1 : 2 } })),
  rule('(?<ref>[上下])个半年', ({ ref }) => ({ half: { by: refOf(ref) } })),
  rule(`第?${QUARTER}季度?|Q(?<q>[1-4])`, ({ n, q }) => ({ quarter: { at: numberOf(n ?? q) ?? 1 } })),
  rule(`前(?<n>[一二两三1-3])个?季度?`, (groups) => ({
    stretch: { n: digit(groups) ?? 1, unit: 'quarter', side: 'first' },
  })),
  rule(`${REF}季度?`, ({ ref }) => (ref === '今' ? undefined : { quarter: { by: refOf(ref) } })),
  rule('(?<s>[春夏秋冬])(?:天|季)', ({ s = '' }) => ({ season: '春夏秋冬'.indexOf(s) + 1 })),
  rule('(?<=年的?)(?<s>[春夏秋冬])(?![天季节])', ({ s = '' }) => ({ season: '春夏秋冬'.indexOf(s) + 1 })),
  rule(`(?<![\\d.近${HAN}])(?<n>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!${MONTH_NOT})`, month),
  rule('元月份?', () => ({ month: { at: 1 } })),
  rule('正月', () => ({ lunarMonth: 1 })),
  rule('冬月', () => ({ lunarMonth: 11 })),
  rule('(?:腊|臘)月', () => ({ lunarMonth: 12 })),
  rule('农历|阴历|旧历', () => ({ lunar: true }), true),
  rule(`(?<![以早晚马])${REF}月份?(?!${MONTH_NOT})`, ({ ref }) =>
    ref === '今' ? undefined : { month: { by: refOf(ref) } },
  ),
  rule('(?<n>[上中下])旬', ({ n = '' }) => ({ third: '上中下'.indexOf(n) + 1 })),
  rule('(?<n>[上下前后])半个?月', ({ n }) => ({ halfMonth: n === '上' || n === '前' ? 1 : 2 })),
  rule(`(?:${REF})${WEEK}(?![${WEEKDAYS}天末])`, ({ ref }) => ({ week: refOf(ref) })),
  rule(`(?:${REF})?(?:周末|星期末|礼拜末|双休日?)`, ({ ref }) => ({
    weekend: true,
    ...(ref === undefined ? {} : { week: refOf(ref) }),
  })),
  rule(`(?<![每各逢\\d${HAN}])(?:${REF})?的?${WEEK}(?<d>[${WEEKDAYS}天])(?!到位|次)`, ({ ref, d = '' }) => ({
    weekday: d === '天' ? 7 : WEEKDAYS.indexOf(d) + 1,
    ...(ref === undefined ? {} : { week: refOf(ref) }),
  })),
];

const UNITS: Readonly<Record<string, 'day' | 'week' | 'month' | 'quarter' | 'weekend' | 'year'>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  周末: 'weekend',
  月: 'month',
  季度: 'quarter',
  年: 'year',
};
const UNIT = '(?<unit>周末|天|日|周|星期|礼拜|月|季度|年)';

/** What lies inside a longer period: 第三周, 最后一个星期五, 前10天, 年底. */
export const ZH_INNER_RULES: readonly WordRule[] = [
  // The next day, unless it is the second of a period: 四月的第二天.
  rule('(?<![年月周期季度]的?)第二[天日]', () => ({ dayAfter: 1 })),
  rule('(?<=[日号天节])的?(?:那|这|所在的?|当)一?个?(?:周|星期|礼拜)', () => ({ weekOf: true }), true),
  rule(`第(?<n>${DIGIT})个?${UNIT}(?![${WEEKDAYS}末])`, ({ n, unit = '' }) => nth(numberOf(n), unit), true),
  rule(`(?:最后|末)(?:一个?)?${UNIT}(?![${WEEKDAYS}末])`, ({ unit = '' }) => nth(-1, unit), true),
  rule(`倒数第(?<n>${DIGIT})个?${UNIT}`, ({ n, unit = '' }) => nth(-(numberOf(n) ?? 1), unit), true),
  rule(
    `(?:第(?<n>${DIGIT})个?|最后一?个?)${WEEK}(?<d>[${WEEKDAYS}天])`,
    ({ n, d = '' }) => ({
      nth: { n: numberOf(n) ?? -1, unit: 'day', weekday: d === '天' ? 7 : WEEKDAYS.indexOf(d) + 1 },
    }),
    true,
  ),
  rule(
    `(?<=[年月季度周])的?(?<side>前|头|后|最后|末)(?<n>${DIGIT})个?${UNIT}(?![${WEEKDAYS}末])`,
    ({ side, n, unit = '' }) => stretch(side === '前' || side === '头', numberOf(n), unit),
    true,
  ),
  rule(
    '(?<=[年月代纪季度周份])(?<edge>初期?|底|末期?|中期|前期|早期|后期|晚期|中(?![国旬华文央间午学心秋]))',
    ({ edge = '' }) => ({ edge: edgeNamed(edge) }),
  ),
  rule('年(?<edge>初|底|末|中(?![国旬华文央间午学心秋]))|(?<end>岁末)', ({ edge = '末' }) => ({
    edge: edgeNamed(edge),
    edgeOf: 'year',
  })),
  rule('(?<![\\d本上下个这当])月(?<edge>初|底|末|中(?![国旬华文央间午学心秋]))', ({ edge = '' }) => ({
    edge: edgeNamed(edge),
    edgeOf: 'month',
  })),
];

function nth(n: number | undefined, name: string): Frame | undefined {
  const unit = UNITS[name];
  return n === undefined || n === 0 || !unit ? undefined : { nth: { n, unit } };
}

function stretch(first: boolean, n: number | undefined, name: string): Frame | undefined {
  const unit = UNITS[name];
  if (n === undefined || !unit || unit === 'weekend') return undefined;
  return { stretch: { n, unit, side: first ? 'first' : 'last' } };
}

function edgeNamed(name: string): 'start' | 'middle' | 'end' {
  if (/^[初前早]/.test(name)) return 'start';
  return name.startsWith('中') ? 'middle' : 'end';
}
