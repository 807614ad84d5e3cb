import type { TaskSchema, TaskSlot } from '../task-schema';
import { oncePer } from './once-per';
import { LABEL_SYNONYMS, SERVICE_WORDS } from './words';

/** What the label of a slot says about its values. */
export type SlotKind =
  | 'from'
  | 'to'
  | 'near'
  | 'name'
  | 'phone'
  | 'code'
  | 'address'
  | 'score'
  | 'duration'
  | 'time'
  | 'count'
  | 'money'
  | 'content'
  | 'type'
  | 'text';

export interface IndexedSlot {
  readonly slot: TaskSlot;
  readonly service: string;
  readonly kind: SlotKind;
  /** How it is called. */
  readonly words: readonly string[];
  /** How all slots of its kind may be called. */
  readonly kindWords: readonly string[];
}

export interface IndexedService {
  readonly name: string;
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
}

export interface SchemaIndex {
  readonly slots: readonly IndexedSlot[];
  readonly services: readonly IndexedService[];
}

/** In this order: the first that fits the label. */
const KINDS: readonly (readonly [SlotKind, RegExp])[] = [
  ['near', /^(?:周边|附近|邻近|周围)/],
  ['from', /出发[地点站]|出发城市|起点|始发|起始|上车/],
  ['to', /目的[地站]|终点|到达[地点站城]|下车/],
  ['name', /名称$|名字$|店名$/],
  ['phone', /电话|手机|联系方式/],
  ['address', /地址|住址/],
  ['score', /评分|分数|得分|打分|星级/],
  ['count', /数量|人数|件数|台数|份数|个数/],
  ['money', /价|费|门票|票|预算|金额|租金|押金/],
  ['duration', /时长|天数|工期|课时(?!间)|(?:游玩|停留|持续|等待|使用)时间/],
  ['time', /时间|日期|时段/],
  ['code', /账[号户]|编号|单号|卡号|型号|编码|证号/],
  ['content', /菜|美食|小吃|口味|设施|服务|配套|科目|课程|备件|配件|零件|商品|故障|现象|症状/],
  ['type', /类型|类别|种类|档次|等级|级别|款式/],
];

const KIND_WORDS: Partial<Record<SlotKind, readonly string[]>> = {
  money: ['价格', '价钱', '价位', '费用', '预算'],
  score: ['评分', '分数', '打分'],
  time: ['时间'],
  phone: ['电话', '手机号', '手机', '号码'],
  address: ['地址'],
  count: ['数量'],
};

const SEPARATOR = /[._:/：]/;
const byLength = (a: string, b: string): number => b.length - a.length;

export function serviceOf(slot: TaskSlot): string {
  if (slot.service !== undefined) return slot.service;
  const parts = slot.name.split(SEPARATOR);
  return parts.length > 1 ? (parts[0] ?? '') : '';
}

function labelsOf(slot: TaskSlot): readonly string[] {
  const labels = slot.labels.filter((label) => label !== '');
  return labels.length > 0 ? labels : [slot.name.split(SEPARATOR).at(-1) ?? slot.name];
}

/** Its labels, their synonyms (also of the end of a compound: 酒店设施, 设施), and “时长” for “时间”. */
function wordsOf(labels: readonly string[]): string[] {
  const words = new Set(labels);
  for (const label of labels) {
    words.add(label.replace(/[(（].*$/u, ''));
    for (const group of LABEL_SYNONYMS)
      if (group.some((word) => word.length > 1 && label.endsWith(word))) for (const word of group) words.add(word);
    if (/时[间长]$/.test(label)) {
      const stem = label.slice(0, -2);
      for (const end of ['时间', '时长', '的时间', '的时长']) words.add(stem + end);
    }
  }
  return [...words].sort(byLength);
}

function kindOf(labels: readonly string[]): SlotKind {
  return KINDS.find(([, form]) => labels.some((label) => form.test(label)))?.[0] ?? 'text';
}

const FORMED: ReadonlySet<SlotKind> = new Set<SlotKind>([
  'time',
  'duration',
  'score',
  'money',
  'count',
  'phone',
  'near',
]);

/** Whether its values have no form of their own, so that whatever is said for it is its value. */
export function isFree({ kind, slot }: IndexedSlot): boolean {
  return slot.values === undefined && !FORMED.has(kind);
}

export const indexSchema = oncePer((schema: TaskSchema): SchemaIndex => {
  const slots = schema.slots.map((slot): IndexedSlot => {
    const labels = labelsOf(slot);
    const kind = kindOf(labels);
    return { slot, service: serviceOf(slot), kind, words: wordsOf(labels), kindWords: KIND_WORDS[kind] ?? [] };
  });
  const services = [...new Set(slots.map((slot) => slot.service))].map((name): IndexedService => {
    const rows = SERVICE_WORDS.filter((row) => row.nouns.includes(name));
    return {
      name,
      nouns: [name, ...rows.flatMap((row) => row.nouns)].filter((noun) => noun !== '').sort(byLength),
      verbs: rows.flatMap((row) => row.verbs),
    };
  });
  return { slots, services };
});
