import { DAY_MS, type Local, localAt, weekdayOf } from './local-time';
import { lunarDay, lunarNewYearsEve } from './lunar-calendar';
import { SOLAR_TERMS, solarTerm } from './solar-terms';

export interface Holiday {
  /** Chinese and English names as alternatives of a regular expression; without a name that means something else as well. */
  readonly zh?: string;
  readonly en?: string;
  readonly on: (year: number) => Local | undefined;
  /** How many days “期间”, “假期”, “holidays” cover, from the day on; one where left out. */
  readonly days?: number;
}

const fixed = (month: number, day: number) => (year: number) => localAt(year, month, day);
const lunar = (month: number, day: number) => (year: number) => lunarDay(year, month, day);

/** The nth weekday (Monday 1) of a month, from its end where negative, and so many days later. */
const nth =
  (n: number, target: number, month: number, later = 0) =>
  (year: number) => {
    const first = localAt(year, month, 1);
    const last = localAt(month === 12 ? year + 1 : year, (month % 12) + 1, 1) - DAY_MS;
    const day =
      n > 0
        ? first + (((target - weekdayOf(first) + 7) % 7) + 7 * (n - 1)) * DAY_MS
        : last - (((weekdayOf(last) - target + 7) % 7) + 7 * (-n - 1)) * DAY_MS;
    return day + later * DAY_MS;
  };

/** Days from Easter Sunday of the western churches (anonymous Gregorian computus, Meeus/Jones/Butcher). */
const easter =
  (days: number) =>
  (year: number): Local => {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const d = Math.floor(b / 4);
    const f = Math.floor((b + 8) / 25);
    const g = Math.floor((b - f + 1) / 3);
    const h = (19 * a + b - d - g + 15) % 30;
    const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const sum = h + l - 7 * m + 114;
    return localAt(year, Math.floor(sum / 31), (sum % 31) + 1) + days * DAY_MS;
  };

/** The festivals that people name instead of a date. To add one, add a row; the longest name wins where several fit. */
export const HOLIDAYS: readonly Holiday[] = [
  { zh: '元旦节?', en: "new year'?s'?(?: day)?|new year day", on: fixed(1, 1), days: 3 },
  { zh: '跨年夜?', en: "new year'?s'? eve", on: fixed(12, 31) },
  { zh: '除夕夜?|大年三十|年三十|大年夜', en: "(?:chinese|lunar) new year'?s'? eve", on: lunarNewYearsEve },
  {
    zh: '春节|大年初一|农历新年',
    en: "(?:chinese|lunar) new year(?:'?s day)?|spring festival",
    on: lunar(1, 1),
    days: 7,
  },
  { zh: '元宵节?|上元节|正月十五', en: 'lantern festival', on: lunar(1, 15) },
  { zh: '龙抬头|二月二(?![十日号])', on: lunar(2, 2) },
  { zh: '端午节?|端阳节|五月初五', en: 'dragon boat festival', on: lunar(5, 5), days: 3 },
  { zh: '七夕节?|乞巧节|七月初七', en: 'qixi(?: festival)?', on: lunar(7, 7) },
  { zh: '中元节|鬼节', en: '(?:hungry )?ghost festival', on: lunar(7, 15) },
  {
    zh: '中秋节?|八月节|[八8]月十五(?![日号])',
    en: 'mid-?autumn(?: festival)?|moon festival',
    on: lunar(8, 15),
    days: 3,
  },
  { zh: '重阳节?|九月初九|九月九(?![日号])', en: 'double ninth(?: festival)?', on: lunar(9, 9) },
  { zh: '腊八节?', en: 'laba festival', on: lunar(12, 8) },
  { zh: '三月三(?![十日号])', on: lunar(3, 3) },
  { zh: '北方小年|小年夜?', on: lunar(12, 23) },
  { zh: '情人节', en: "valentine'?s(?: day)?", on: fixed(2, 14) },
  { zh: '(?:三八)?妇女节|女神节|三八节', en: "(?:international )?women'?s day", on: fixed(3, 8) },
  { zh: '植树节', en: 'arbor day', on: fixed(3, 12) },
  { zh: '消费者权益日|三一五|315晚会', en: 'consumer rights day', on: fixed(3, 15) },
  { zh: '愚人节', en: "april fools?'?s?'?(?: day)?", on: fixed(4, 1) },
  { zh: '地球日', en: 'earth day', on: fixed(4, 22) },
  {
    zh: '(?:五一)?(?:国际)?劳动节|五一节|五一(?!路|广场|大道|街|村|镇|中路)',
    en: "international workers'? day|may day",
    on: fixed(5, 1),
    days: 5,
  },
  { zh: '(?:五四)?青年节|五四(?!运动|式)', en: 'youth day', on: fixed(5, 4) },
  { zh: '护士节', en: 'nurses day', on: fixed(5, 12) },
  { zh: '(?:六一)?(?:国际)?儿童节|六一节?(?!路|班)', en: "(?:international )?children'?s day", on: fixed(6, 1) },
  { zh: '六一八|618(?=大促|活动|期间|购物节|年中)', on: fixed(6, 18) },
  { zh: '(?:七一)?建党节|党的生日|七一(?!路)', on: fixed(7, 1) },
  { zh: '(?:八一)?建军节|八一(?!路|中学|学校|队|电影)', on: fixed(8, 1) },
  { zh: '教师节', en: "teachers?'?s?'? day", on: fixed(9, 10) },
  {
    zh: '国庆节?|十一(?=期间|假期|长假|黄金周|那天|当天|小长假|国庆)|双节',
    en: 'national day',
    on: fixed(10, 1),
    days: 7,
  },
  { zh: '万圣节前夜|万圣夜', en: "hallowe'?en", on: fixed(10, 31) },
  { zh: '万圣节', en: "all saints'?(?: day)?", on: fixed(11, 1) },
  { zh: '光棍节|双十一|双11', en: "singles'? day", on: fixed(11, 11) },
  { zh: '双十二|双12', on: fixed(12, 12) },
  { zh: '平安夜', en: '(?:christmas|xmas|x-mas) eve', on: fixed(12, 24) },
  { zh: '圣诞节?|耶诞节', en: '(?:christmas|xmas|x-mas)(?: day)?', on: fixed(12, 25), days: 3 },
  { zh: '母亲节', en: "mothers?'?s?'? day", on: nth(2, 7, 5) },
  { zh: '父亲节', en: "fathers?'?s?'? day", on: nth(3, 7, 6) },
  { zh: '感恩节', en: 'thanksgiving(?: day)?', on: nth(4, 4, 11) },
  { zh: '黑五|黑色星期五', en: 'black friday', on: nth(4, 4, 11, 1) },
  { zh: '网络星期一', en: 'cyber monday', on: nth(4, 4, 11, 4) },
  { zh: '复活节', en: 'easter(?: sunday| day)?', on: easter(0) },
  { zh: '耶稣受难日', en: 'good friday', on: easter(-2) },
  { en: 'easter monday', on: easter(1) },
  { en: 'palm sunday', on: easter(-7) },
  { en: 'ash wednesday', on: easter(-46) },
  { en: 'mardi gras|fat tuesday|shrove tuesday', on: easter(-47) },
  { en: 'ascension day', on: easter(39) },
  { en: 'pentecost|whit sunday', on: easter(49) },
  { en: 'epiphany', on: fixed(1, 6) },
  { en: 'groundhog day', on: fixed(2, 2) },
  { en: "(?:st\\.?|saint) patrick'?s(?: day)?", on: fixed(3, 17) },
  { en: 'cinco de mayo', on: fixed(5, 5) },
  { en: 'juneteenth', on: fixed(6, 19) },
  { en: 'canada day', on: fixed(7, 1) },
  { en: 'independence day|(?:4th|fourth) of july', on: fixed(7, 4) },
  { en: 'bastille day', on: fixed(7, 14) },
  { en: 'guy fawkes(?: night| day)?|bonfire night', on: fixed(11, 5) },
  { en: "veterans?'?s?'? day|armistice day|remembrance day", on: fixed(11, 11) },
  { en: 'boxing day', on: fixed(12, 26) },
  { en: "(?:mlk|martin luther king,?(?: jr\\.?)?)(?:'s)?(?: birthday| day)", on: nth(3, 1, 1) },
  { en: "presidents?'?s?'? day|washington'?s birthday", on: nth(3, 1, 2) },
  { en: 'memorial day', on: nth(-1, 1, 5) },
  { en: 'labou?r day', on: nth(1, 1, 9) },
  { en: "columbus day|indigenous peoples?'?s?'? day", on: nth(2, 1, 10) },
  { en: 'election day', on: nth(1, 1, 11, 1) },
  ...SOLAR_TERMS.map((term) => ({
    zh: `${term}${term === '清明' ? '节?' : term === '大雪' || term === '小雪' ? '(?:节气|那天|当天)' : ''}`,
    on: (year: number) => solarTerm(year, term),
    ...(term === '清明' ? { days: 3 } : {}),
  })),
];

/** The place of each holiday in the table is its id. */
export const holidayOf = (id: string): Holiday | undefined => HOLIDAYS[Number(id)];
