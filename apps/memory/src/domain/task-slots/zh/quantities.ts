import type { Dimension, Limit, Quantity } from '../tracking/quantity';
import { NUMBER, numberOf, unitOf, UNITS } from './units';

export interface FoundQuantity extends Quantity {
  readonly start: number;
  readonly end: number;
}

const AT_LEAST_BEFORE = '不低于|不少于|不小于|至少|最少|最低|起码|高于|多于|超过|大于';
const AT_MOST_BEFORE = '不高于|不超过|不多于|不大于|至多|最多|最高|顶多|低于|少于|小于|不到|控制在';
const AT_LEAST_AFTER = '及?以上|往上|朝上|起步|开外';
const AT_MOST_AFTER = '及?以下|以内|之内|往下';
const UNIT = UNITS.map(([dimension, unit]) => `(?<${dimension}>${unit})`).join('|');
const UNIT_BEFORE = UNITS.map(([, unit]) => unit).join('|');
/** “2、3个小时” is a range, “2、3号” is none. */
const TO = '[-~—–－～]{1,2}|至|到|、(?=\\d[个天小人])';

const QUANTITY = new RegExp(
  `(?:(?<least>${AT_LEAST_BEFORE})|(?<most>${AT_MOST_BEFORE}))?(?:要|是|为|在|了)?\\s{0,2}` +
    `(?<from>${NUMBER})\\s{0,2}(?:(?<first>${UNIT_BEFORE})?\\s{0,3}(?:${TO})\\s{0,3}(?<to>${NUMBER}))?\\s{0,2}` +
    `(?:${UNIT})?(?:之间)?(?:(?<above>${AT_LEAST_AFTER})|(?<below>${AT_MOST_AFTER}))?`,
  'g',
);
const FREE =
  /(?<=[票价费]|价格)免费|(?<!不)免费(?=$|[^\p{Script=Han}]|[的且又开入呢吗吧啊]|景|公)|免门票|(?:没有?|无需|无)门票费?(?:的|，)|不(?:用|要|收|花)(?:钱|费|门票)/gu;
const CHARGED = /不(?:是)?免费|(?<![不免])收费(?=的|[，。！？；\s]|$|景|公|项)/gu;
/** “十分感谢”, “万分”: words, no scores; “一家”, “这两个”: ways to speak of things, no counts. */
const IDIOM = /^(?:[十万百]分|一[个位份件套把天年晚月条台块])$/;
/** “两三个小时”: two digits side by side bound what is meant. */
const ABOUT = /^([一二两三四五六七八])([二三四五六七八九])$/;

type Groups = Readonly<Record<string, string | undefined>>;

function limitsOf(groups: Groups, unit: string): Pick<Quantity, 'low' | 'high'> | undefined {
  const about = ABOUT.exec(groups['from'] ?? '');
  if (about !== null) return limitsOf({ ...groups, from: about[1], to: about[2] }, unit);
  const from = numberOf(groups['from'] ?? '');
  const to = groups['to'] === undefined ? undefined : numberOf(groups['to']);
  if (from === undefined) return undefined;
  const low: Limit = { value: from, ...unitOf(to === undefined ? unit : (groups['first'] ?? unit)) };
  if (to !== undefined) {
    const high: Limit = { value: to, ...unitOf(unit) };
    return low.value * low.scale <= high.value * high.scale ? { low, high } : undefined;
  }
  if (groups['least'] !== undefined || groups['above'] !== undefined) return { low };
  if (groups['most'] !== undefined || groups['below'] !== undefined) return { high: low };
  return { low, high: low };
}

function quantityAt(match: RegExpExecArray): FoundQuantity | undefined {
  const groups: Groups = match.groups ?? {};
  const said = UNITS.find(([dimension]) => groups[dimension] !== undefined);
  const dimension: Dimension | undefined = said?.[0];
  const limits = limitsOf(groups, dimension === undefined ? '' : (groups[dimension] ?? ''));
  if (limits === undefined || IDIOM.test(match[0])) return undefined;
  const isBound = ['to', 'least', 'above', 'most', 'below'].some((group) => groups[group] !== undefined);
  if (dimension === undefined && !isBound) return undefined;
  const [start, end] = [match.index, match.index + match[0].length];
  return { ...limits, ...(dimension === undefined ? {} : { dimension }), start, end };
}

/** The quantities of a width-folded text in their order; a range or bound without a unit is found, a bare number is not. */
export function findQuantities(text: string): FoundQuantity[] {
  const yuan = (value: number): Limit => ({ value, ...unitOf('元') });
  const spanOf = ({ index, 0: said }: RegExpExecArray): { start: number; end: number } => ({
    start: index,
    end: index + said.length,
  });
  return [
    ...[...text.matchAll(QUANTITY)].flatMap((match) => quantityAt(match) ?? []),
    ...[...text.matchAll(FREE)].map((match): FoundQuantity => ({
      dimension: 'money',
      low: yuan(0),
      high: yuan(0),
      ...spanOf(match),
    })),
    ...[...text.matchAll(CHARGED)].map((match): FoundQuantity => ({
      dimension: 'money',
      low: yuan(1),
      ...spanOf(match),
    })),
  ].sort((a, b) => a.start - b.start);
}

/** As a slot holds it: “100-150元”, “2小时 - 3小时”, “4.5分以上”, “免费”. */
export function writeQuantity({ low, high, dimension }: Quantity): string {
  const written = ({ value, unit }: Limit): string => `${String(value)}${unit}`;
  if (low === undefined) return high === undefined ? '' : `${written(high)}以下`;
  if (high === undefined) return `${written(low)}以上`;
  if (dimension === 'money' && high.value === 0) return '免费';
  if (written(low) === written(high)) return written(low);
  return dimension === 'time' ? `${written(low)} - ${written(high)}` : `${String(low.value)}-${written(high)}`;
}

/** A quantity whose unit nobody said, in the unit of the slot that it is for. */
export function withUnit(quantity: Quantity, dimension: Dimension, unit: string): Quantity {
  const given = ({ value }: Limit): Limit => ({ value, ...unitOf(unit) });
  const { low, high } = quantity;
  return {
    dimension,
    ...(low === undefined ? {} : { low: given(low) }),
    ...(high === undefined ? {} : { high: given(high) }),
  };
}

/** The quantity that a slot's value is, or undefined for any other value. */
export function quantityOf(value: string): Quantity | undefined {
  const text = value.trim();
  const [only] = findQuantities(text);
  return only !== undefined && only.start === 0 && only.end === text.length ? only : undefined;
}
