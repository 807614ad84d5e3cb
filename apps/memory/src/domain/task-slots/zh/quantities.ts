import { HAN_NUMBER_CHARS, hanNumber } from '../../anchors/han-numbers';
import type { Dimension, Quantity } from '../tracking/quantity';

export interface FoundQuantity extends Quantity {
  readonly start: number;
  readonly end: number;
}

const NUMBER = `\\d{1,9}(?:\\.\\d{1,3})?|(?<![大第])[${HAN_NUMBER_CHARS}半]{1,8}`;

/** Units by dimension, longer before shorter; what may follow a unit without making another word of it is looked at, too. */
const UNITS: readonly (readonly [Dimension, string])[] = [
  ['money', '元钱?|块钱?|圆|人民币'],
  ['time', '分钟|个?小时|个?钟头|个?星期|周(?!边|围|[一二三四五六日末])|个?月|天|年|晚上?'],
  ['score', '分(?![钟店店之享别开类布析手部])|星级?'],
  ['count', '[个件台份张只盒箱套位把条块本根辆颗双](?!小时|月|星期|钟头)|人(?![均民气])'],
];
const UNIT = UNITS.map(([dimension, unit]) => `(?<${dimension}>${unit})`).join('|');
const UNIT_BEFORE = UNITS.map(([, unit]) => unit).join('|');
/** What numbers are called again when they are written. */
const WRITTEN_UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:元|块|圆|人民币)/, '元'],
  [/小时|钟头/, '小时'],
  [/星期/, '周'],
  [/^星/, '星'],
  [/^晚/, '晚'],
  [/月/, '个月'],
];

const AT_LEAST_BEFORE = '不低于|不少于|不小于|至少|最少|最低|起码|高于|多于|超过|大于|低不过';
const AT_MOST_BEFORE = '不高于|不超过|不多于|不大于|至多|最多|最高|顶多|低于|少于|小于|不到|控制在';
const AT_LEAST_AFTER = '及?以上|往上|朝上|起步|开外';
const AT_MOST_AFTER = '及?以下|以内|之内|往下';

const QUANTITY = new RegExp(
  `(?:(?<least>${AT_LEAST_BEFORE})|(?<most>${AT_MOST_BEFORE}))?(?:要|是|为|在|了)?\\s{0,2}` +
    `(?<from>${NUMBER})\\s{0,2}(?:(?:${UNIT_BEFORE})?\\s{0,3}(?:[-~—–－～]{1,2}|至|到|、(?=\\d[个天小人]))\\s{0,3}(?<to>${NUMBER}))?\\s{0,2}` +
    `(?:${UNIT})?(?:之间)?(?:(?<above>${AT_LEAST_AFTER})|(?<below>${AT_MOST_AFTER}))?`,
  'g',
);
const FREE =
  /(?<=[票价费]|价格)免费|(?<!不)免费(?=$|[^\p{Script=Han}]|[的且又开入呢吗吧啊]|景|公)|免门票|(?:没有?|无需|无)门票费?(?:的|，)|不(?:用|要|收|花)(?:钱|费|门票)/gu;
const CHARGED = /不(?:是)?免费|(?<![不免])收费(?=的|[，。！？；\s]|$)/gu;
/** “十分感谢”, “万分”: words, no scores; “一家”, “这两个”: ways to speak of things, no counts. */
const IDIOM = /^(?:[十万百]分|一[个位份件套把天年晚月条台块])$/;

function numberOf(text: string): number | undefined {
  if (text === '半') return 0.5;
  return /^\d/.test(text) ? Number(text) : hanNumber(text);
}

function writtenUnit(unit: string): string {
  return WRITTEN_UNITS.find(([form]) => form.test(unit))?.[1] ?? unit;
}

/** “两三个小时”: two digits side by side bound what is meant. */
const ABOUT = /^([一二两三四五六七八])([二三四五六七八九])$/;

function bounds(groups: Readonly<Record<string, string | undefined>>): Pick<Quantity, 'low' | 'high'> | undefined {
  const about = ABOUT.exec(groups['from'] ?? '');
  if (about !== null) return bounds({ ...groups, from: about[1], to: about[2] });
  const low = numberOf(groups['from'] ?? '');
  if (low === undefined) return undefined;
  const high = groups['to'] === undefined ? undefined : numberOf(groups['to']);
  if (high !== undefined) return low <= high ? { low, high } : undefined;
  if (groups['least'] !== undefined || groups['above'] !== undefined) return { low };
  if (groups['most'] !== undefined || groups['below'] !== undefined) return { high: low };
  return { low, high: low };
}

/** The quantities of a width-folded text in their order; a range without a unit is found, a bare number is not. */
export function findQuantities(text: string): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const match of text.matchAll(QUANTITY)) {
    const groups = match.groups ?? {};
    const unit = UNITS.map(([dimension]) => groups[dimension]).find((said) => said !== undefined) ?? '';
    const limits = bounds(groups);
    if (limits === undefined || (unit === '' && limits.low === limits.high)) continue;
    if (IDIOM.test(match[0])) continue;
    const dimension = UNITS.find(([name]) => groups[name] !== undefined)?.[0];
    found.push({
      ...limits,
      ...(dimension === undefined ? {} : { dimension }),
      unit: writtenUnit(unit),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  for (const match of text.matchAll(FREE))
    found.push({
      dimension: 'money',
      unit: '元',
      low: 0,
      high: 0,
      start: match.index,
      end: match.index + match[0].length,
    });
  for (const match of text.matchAll(CHARGED))
    found.push({ dimension: 'money', unit: '元', low: 1, start: match.index, end: match.index + match[0].length });
  return found.sort((a, b) => a.start - b.start);
}

/** As a slot holds it: “100-150元”, “2小时 - 3小时”, “4.5分以上”, “免费”. */
export function writeQuantity({ low, high, unit, dimension }: Quantity): string {
  if (low === undefined) return `${String(high)}${unit}以下`;
  if (high === undefined) return `${String(low)}${unit}以上`;
  if (dimension === 'money' && high === 0) return '免费';
  if (low === high) return `${String(low)}${unit}`;
  return dimension === 'time'
    ? `${String(low)}${unit} - ${String(high)}${unit}`
    : `${String(low)}-${String(high)}${unit}`;
}

/** The quantity that a slot's value is, or undefined for any other value. */
export function quantityOf(value: string): Quantity | undefined {
  const text = value.trim();
  const [only] = findQuantities(text);
  return only !== undefined && only.start === 0 && only.end === text.length ? only : undefined;
}
