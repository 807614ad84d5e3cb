import type { SlotChange } from '../tracking/task-turn';
import type { Dialogue } from './dialogue';
import { isFree } from './schema-index';

const REPLACES = [
  /(?:把|将)?(?<old>[^，。！？；\s]{1,40}?)(?:改成|改为|换成|改到)(?<value>[^，。！？!?；;]{1,60})/u,
  /不是(?<old>[^，。！？；\s]{1,40}?)[，,\s]?(?:而?是|应该是)(?<value>[^，。！？!?；;]{1,60})/u,
];
/** “不对，应该是X”: what the last turn said is put right. */
const PUTS_RIGHT =
  /^(?:[哦啊嗯不对错了等一下算，。！\s]|搞错|说错|写错){0,12}(?:改成|改为|换成|应该是|是)(?<value>[^，。！？!?；;]{1,60})/u;
const ADMITS = /不对|错|改成|改为|换成|算了|应该是/;
const TAIL = /(?:吧|了|啊|哦|呢|哈|呀|的)+$/u;
const NO_MATTER =
  /^的?(?:要求)?(?:就|都|也)?(?:不限|无所谓|随便|随意|都行|都可以|不要了|不用了|不重要|没要求|没有要求|不做要求|不考虑了?|取消)/;
const NO_MATTER_BEFORE = /(?:不限|不要求|不看|不考虑|别管|不用管|取消)$/;

/**
 * “把A改成B”, “不是A，是B”, where A is what a slot holds: B takes its place. When nothing else was read, “不对，应该是B” puts right the
 * only slot that the last turn filled.
 */
export function replacements(
  { user, index, state }: Dialogue,
  lastChanged: readonly string[],
  nothingElse: boolean,
): SlotChange[] {
  const { text } = user.heard;
  const open = index.slots.filter(isFree);
  for (const form of REPLACES) {
    const { old, value } = form.exec(text)?.groups ?? {};
    const put = value?.replace(TAIL, '').trim() ?? '';
    if (old === undefined || put === '') continue;
    const held = open.filter(({ slot }) => {
      const now = state.get(slot.name) ?? '';
      return now === old || (now.length > 1 && old.endsWith(now));
    });
    const [only] = held;
    if (only !== undefined && held.length === 1) return [{ slot: only.slot.name, value: put, because: 'corrected' }];
  }
  const [last] = lastChanged;
  const value = PUTS_RIGHT.exec(text)?.groups?.['value']?.replace(TAIL, '').trim() ?? '';
  const slot = open.find((one) => one.slot.name === last && lastChanged.length === 1);
  return nothingElse && slot !== undefined && value !== '' && ADMITS.test(text)
    ? [{ slot: slot.slot.name, value, because: 'corrected' }]
    : [];
}

/** “价格不限”, “不要求评分”: wishes that are taken back. */
export function takenBack({ user, state }: Dialogue): SlotChange[] {
  const { masked } = user.heard;
  return user.labels.flatMap(({ start, end, slots }): SlotChange[] => {
    const back =
      NO_MATTER.test(masked.slice(end, end + 10)) || NO_MATTER_BEFORE.test(masked.slice(Math.max(0, start - 6), start));
    const held = back ? slots.filter(({ slot }) => state.has(slot.name)) : [];
    const [only] = held;
    return only === undefined || held.length > 1 ? [] : [{ slot: only.slot.name, value: null, because: 'dropped' }];
  });
}
