import type { DayPart, Frame } from '../frame';
import { HOLIDAYS } from '../holidays';
import { rule, type WordRule } from '../words';
import { HAN, numberOf } from './zh-numbers';

/** No day of the month: 3号楼, 2号线, 5号选手. */
const NUMBERED = '楼|线|门|店|厅|院|机|桌|位|馆|房|车|床|窗|仓|库|球|铺|柜|选手|码|段|文件|元素|公路|台风|病|会议室';

const PARTS: readonly (readonly [string, DayPart])[] = [
  ['凌晨|拂晓|黎明', 'dawn'],
  ['清晨|清早|大清早|(?<![周期拜])一大早|大早上|早晨|早上|早间|(?<![周期拜])一早|早起', 'early'],
  ['上午|午前', 'morning'],
  ['中午|正午|晌午|午间|午时', 'noon'],
  ['下午|午后|后晌', 'afternoon'],
  ['傍晚|黄昏|日落', 'dusk'],
  ['晚上|晚间|夜晚|夜里|夜间|入夜|前半夜|当晚|晚(?=\\d|[一二两三四五六七八九十]{1,3}(?:点|时))', 'evening'],
  ['深夜|半夜|午夜|夜半|大半夜|子夜', 'midnight'],
  ['后半夜|下半夜', 'smallHours'],
];

const DAYS: Readonly<Record<string, number>> = { 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2 };

/** 大前天, 大大后天: a day further for every 大. */
function namedDay(name: string): number {
  const far = [...name].filter((char) => char === '大').length;
  const day = DAYS[name.replaceAll('大', '').charAt(0)] ?? 0;
  return day + Math.sign(day) * far;
}

const SHORT_PARTS: Readonly<Record<string, DayPart>> = {
  早: 'early',
  晨: 'early',
  晚: 'evening',
  夜: 'evening',
  午: 'noon',
};

const NUMBER = `\\d{1,2}|[${HAN}]{1,3}`;
const TO = '\\s?[到至~—–-]\\s?';

/** The first half of 3到5月, 10-12号 and 8到10点 leaves its unit to the second, the second of 周一到五 to the first. */
const ELLIPSIS_RULES: readonly WordRule[] = [
  rule(`(?<![\\d.${HAN}]|\\d-)(?<n>${NUMBER})(?=${TO}(?:${NUMBER})月)`, ({ n }) => monthOf(n), true),
  rule(`(?<![\\d.${HAN}]|\\d-)(?<n>${NUMBER})(?=${TO}(?:${NUMBER})[日号](?!${NUMBERED}))`, ({ n }) => dayOf(n), true),
  rule(`(?<![\\d.${HAN}]|\\d-)(?<n>${NUMBER})(?=${TO}(?:${NUMBER})点)`, ({ n }) => hourOf(n), true),
  rule(`(?<=(?:周|星期|礼拜)[一二三四五六]${TO})(?<d>[二三四五六日天])`, ({ d = '' }) => ({
    weekday: d === '天' ? 7 : '一二三四五六日'.indexOf(d) + 1,
  })),
];

/** Days by name, by number and by festival, and the parts of a day. */
export const ZH_DAY_RULES: readonly WordRule[] = [
  ...ELLIPSIS_RULES,
  // “5-28下午”: beside another word about time; “3-15天” and “8-20点” are ranges.
  rule(
    '(?<![\\d:./-]|[A-Za-z])(?<month>0?[1-9]|1[0-2])-(?<day>1[3-9]|2\\d|3[01])(?![\\d:/%-]|\\.\\d|[天日号號点點时分秒岁个元块周月年人次万千百亿度页层楼])',
    ({ month, day }) => ({ month: { at: Number(month) }, day: Number(day) }),
    true,
  ),
  rule('(?<![目之以从提最今先])(?<name>大{0,3}[前后])天(?![气性])', ({ name = '' }) => ({ dayBy: namedDay(name) })),
  rule('(?<![说证表声])(?<name>[昨今明])(?:天|日|儿个?)(?!气预报)', ({ name = '' }) => ({ dayBy: namedDay(name) })),
  rule('(?<name>[昨今明])(?<part>早|晨|晚|夜|午)(?![点期])', ({ name = '', part = '' }) => named(name, part)),
  rule('(?<name>[前后])(?<part>晚|夜)(?=上|\\d|[一二两三四五六七八九十]{1,3}点)', ({ name = '', part = '' }) =>
    named(name, part),
  ),
  rule('今(?=星期|周|礼拜)', () => ({ dayBy: 0 })),
  rule('今明(?:两|二)?[天日]', () => ({ dayBy: 0, dayCount: 2 })),
  rule('昨今(?:两|二)?[天日]', () => ({ dayBy: -1, dayCount: 2 })),
  rule('今明后三[天日]|今后三天', () => ({ dayBy: 0, dayCount: 3 })),
  rule('次日|翌日|隔天|转天|后一[天日]', () => ({ dayAfter: 1 })),
  rule('当[天日]|同[一]?[天日](?!期)', () => ({ dayAfter: 0 }), true),
  rule('前一[天日]|头一天', () => ({ dayAfter: -1 })),
  rule(
    `(?:(?<![第路街巷弄村道\\d.-]|(?<![周期拜])[${HAN}]|[A-Za-z])|(?<=月份?\\d{1,2}-))(?<day>\\d{1,2}|[${HAN}]{1,3})[日号](?!${NUMBERED})`,
    ({ day }) => dayOf(day),
  ),
  rule(`(?<=月份?)(?<day>\\d{1,2}|[${HAN}]{1,3})[日号]`, ({ day }) => dayOf(day)),
  rule(
    `(?<=\\d月|[一二三四五六七八九十]月)(?<day>\\d{1,2}|[${HAN}]{1,3})(?![\\d${HAN}日号个天月年周点时分旬%.])`,
    ({ day }) => dayOf(day),
    true,
  ),
  rule(`(?<=[正冬腊]月|农历|阴历)(?<day>\\d{1,2}|廿?[${HAN}]{1,3})(?![个天月年周点时分])`, ({ day }) => lunarDay(day)),
  rule(`(?<year>大年)?初(?<day>[一二三四五六七八九十])(?![中高级步次二三年])`, ({ year, day }) => ({
    lunarDay: numberOf(day) ?? 1,
    ...(year ? { lunarMonth: 1 } : { lunar: true }),
  })),
  ...HOLIDAYS.flatMap(({ zh }, id) =>
    zh === undefined
      ? []
      : [
          rule(
            `(?:${zh})(?<long>期间|假期|放假|长假|小长假|黄金周|那几天|这几天)?(?:那|当)?(?:[天日])?`,
            ({ long }) => ({ holiday: String(id), ...(long ? { holidays: true as const } : {}) }),
          ),
        ],
  ),
  ...PARTS.map(([names, part]) => rule(`(?:${names})`, () => ({ part }))),
];

function named(name: string, part: string): Frame {
  const known = SHORT_PARTS[part];
  return { dayBy: namedDay(name), ...(known ? { part: known } : {}) };
}

function dayOf(text: string | undefined): Frame | undefined {
  const day = numberOf(text);
  return day === undefined || day < 1 || day > 31 || !Number.isInteger(day) ? undefined : { day };
}

function monthOf(text: string | undefined): Frame | undefined {
  const month = numberOf(text);
  return month === undefined || month < 1 || month > 12 ? undefined : { month: { at: month } };
}

function hourOf(text: string | undefined): Frame | undefined {
  const hour = numberOf(text);
  return hour === undefined || hour > 24 ? undefined : { clock: { hour, minute: 0, second: 0, grain: 'hour' } };
}

function lunarDay(text: string | undefined): Frame | undefined {
  const day = numberOf(text);
  return day === undefined || day < 1 || day > 30 ? undefined : { lunarDay: day };
}
