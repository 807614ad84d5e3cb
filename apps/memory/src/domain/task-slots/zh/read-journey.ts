import { NAME_CHAR, type Heard } from './hear';
import type { IndexedSlot, SchemaIndex, SlotKind } from './schema-index';
import type { Reading } from './reading';

const PLACE = '[^，。！？!?；;、]{1,48}?';
const BY =
  '(?:出发)?(?:，)?(?:坐|乘坐?|搭乘?|打|叫|开|骑|步行)?(?:地铁|出租车?|的士|车|公交车?|高铁|火车|飞机|一?辆?出租车?)?';
const GO = '(?:到达?|去往?|至|前往|回到?|往)';
const STOP =
  '(?=的?(?:地铁|出租|车|路线|火车|高铁|飞机|航班)|[，。！？!?；;]|$|应该|怎么|要|需要|去|来|旅游|参观|吃|玩|住|游|的话|乘|坐|打车|的|附近|帮|请|麻烦|给|预约|吗|吧|呢)';
const ROUTE = new RegExp(
  `(?:从|由|自|在(?=\\s?${NAME_CHAR}))\\s?(?<from>${PLACE})\\s?${BY}\\s?${GO}\\s?(?<to>${PLACE})\\s?${STOP}`,
  'u',
);

function journeySlots(index: SchemaIndex, kind: SlotKind): IndexedSlot[] {
  return index.slots.filter((slot) => slot.kind === kind);
}

/** The service of the journey: the last that is named and has both ends, else the only one that has. */
function journeyService(heard: Heard, index: SchemaIndex, fallback: string | undefined): string | undefined {
  const able = new Set(
    journeySlots(index, 'from')
      .map(({ service }) => service)
      .filter((service) => journeySlots(index, 'to').some((slot) => slot.service === service)),
  );
  const said = heard.services.filter(({ service }) => able.has(service));
  if (said.length > 0) return said.at(-1)?.service;
  if (fallback !== undefined && able.has(fallback)) return fallback;
  return able.size === 1 ? [...able][0] : undefined;
}

/** Both ends of a journey: “从A坐地铁到B”. `refer` gives the thing that “酒店” or “那个景点” means. */
export function readJourney(
  heard: Heard,
  index: SchemaIndex,
  service: string | undefined,
  refer: (text: string) => string | undefined,
): Reading[] {
  const match = ROUTE.exec(heard.masked);
  const target = match === null ? undefined : journeyService(heard, index, service);
  if (match === null || target === undefined) return [];
  const from = match.groups?.['from'] ?? '';
  const to = match.groups?.['to'] ?? '';
  const fromAt = match.index + match[0].indexOf(from);
  const toAt = match.index + match[0].lastIndexOf(to);
  return [
    { kind: 'from' as const, start: fromAt, length: from.length },
    { kind: 'to' as const, start: toAt, length: to.length },
  ].flatMap(({ kind, start, length }): Reading[] => {
    const slot = index.slots.find((one) => one.kind === kind && one.service === target);
    const said = heard.text.slice(start, start + length).trim();
    return slot === undefined || said === '' ? [] : [{ slot, value: refer(said) ?? said, start, end: start + length }];
  });
}
