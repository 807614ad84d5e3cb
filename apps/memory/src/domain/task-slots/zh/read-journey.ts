import type { Dialogue } from './dialogue';
import { type Heard, NAME_CHAR } from './hear';
import type { Reading } from './reading';
import { referTo } from './refer';
import type { SchemaIndex, SlotKind } from './schema-index';

const START = new RegExp(`从|由|自|在(?=\\s?${NAME_CHAR})`, 'gu');
const PLACE = '[^，。！？!?；;、]{1,48}?';
const BY = '(?:出发)?，?(?:(?:坐|乘坐?|搭乘?|打|叫|开|骑|步行)\\p{Script=Han}{0,4}?)?';
const GO = '(?:到达?|去往?|至|前往|回到?|往)';
const STOP =
  '(?=的|地铁|出租|车|路线|火车|高铁|飞机|航班|[，。！？!?；;]|$|应该|怎么|要|需要|去|来|旅游|参观|吃|玩|住|游|乘|坐|打车|附近|帮|请|麻烦|给|预约|吗|吧|呢)';
const ROUTE = new RegExp(`^(?:从|由|自|在)\\s?(?<from>${PLACE})\\s?${BY}\\s?${GO}\\s?(?<to>${PLACE})\\s?${STOP}`, 'du');
/** A route is told in one go, and at one of the first places that could begin it. */
const MOST_STARTS = 8;
const MOST_LENGTH = 128;

interface Route {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

function routeIn(masked: string): Route | undefined {
  for (const { index } of [...masked.matchAll(START)].slice(0, MOST_STARTS)) {
    const groups = ROUTE.exec(masked.slice(index, index + MOST_LENGTH))?.indices?.groups;
    const { from, to } = groups ?? {};
    if (from === undefined || to === undefined) continue;
    return { from: [from[0] + index, from[1] + index], to: [to[0] + index, to[1] + index] };
  }
  return undefined;
}

/** The service of the journey: the last that is named and has both ends, else the only one that has. */
function journeyService(heard: Heard, index: SchemaIndex, fallback: string | undefined): string | undefined {
  const having = (kind: SlotKind): Set<string> =>
    new Set(index.slots.filter((slot) => slot.kind === kind).map(({ service }) => service));
  const ends = having('to');
  const able = [...having('from')].filter((service) => ends.has(service));
  const said = heard.services.findLast(({ service }) => able.includes(service));
  if (said !== undefined) return said.service;
  return able.find((service) => service === fallback) ?? (able.length === 1 ? able[0] : undefined);
}

/** Both ends of a journey: “从A坐地铁到B”; “酒店” or “那个景点” mean what was taken or spoken of last. */
export function readJourney({ index, named, state, service, user: { heard } }: Dialogue): Reading[] {
  const route = routeIn(heard.masked);
  const target = route === undefined ? undefined : journeyService(heard, index, service);
  if (route === undefined || target === undefined) return [];
  return (['from', 'to'] as const).flatMap((kind): Reading[] => {
    const slot = index.slots.find((one) => one.kind === kind && one.service === target);
    const [start, end] = route[kind];
    const said = heard.text.slice(start, end).trim();
    if (slot === undefined || said === '') return [];
    const meant = referTo(said, index, named, state);
    return [{ slot, value: meant ?? said, start, end, because: meant === undefined ? 'said' : 'refers' }];
  });
}
