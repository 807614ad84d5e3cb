import type { Named } from '../tracking/dialogue-memory';
import type { Heard } from './hear';
import type { IndexedSlot, SchemaIndex } from './schema-index';
import type { Reading } from './reading';

/** “名叫X的餐馆” */
const CALLED =
  /(?:名叫|名为|名字[叫是]|名称[叫是为]|叫做)(?:的是)?(?<name>[^，。！？；]{2,32}?)(?:的|这家|这个|，|。|！|？|$)/u;
/** “就去X吧”, “选X好了”: the thing is taken. */
const TAKES = /(?:就|还是|那|我)?(?:就)?(?:去|选择?|住|吃|定|订|要|预[订定]|安排|喜欢)(?:了|在|择|去)?$/;
/** “X听起来不错”, “X吧” */
const APPROVES = /^(?:听起来|看起来|感觉|应该|我?觉得)?(?:还|也|很|挺|就)?(?:不错|可以|行|好了|挺好|合适|吧(?!$))/;
/** “去X的餐馆吃饭”, “X这家酒店”: a name that only the noun behind it shows. */
const NAMED_BY_NOUN =
  /(?:去|到|住|订|定)(?:的是)?(?<name>[^，。！？；的这那我你想找完评分个家\s]{3,32})(?:的|这家|这个)(?=餐|酒|景|饭|宾)/u;
/** “行”, “就这家吧”: what was offered alone is taken. */
const ACCEPTS =
  /^(?:嗯+|哦|啊|那|好啊?|行|可以|，|,|\s)*(?:就(?:去|住|选|定|要|吃)?(?:这|那|它|他)|好(?:的|啊|吧|呀)|可以|行|没问题|听起来不错|也还?行|也可以|不错|当然|成|OK)/iu;
const TAKES_THIS = /就(?:去|住|选|定|要|吃|订|预订)?(?:这|那|它|他)(?:[家个里儿们]|家店|个吧)?/;

function nameSlot(index: SchemaIndex, service: string | undefined): IndexedSlot | undefined {
  return index.slots.find((slot) => slot.kind === 'name' && slot.service === service);
}

/**
 * Things taken by name or by acceptance. `offered` are those of the reply before; of several, only a name that is said is taken.
 */
export function readNames(
  heard: Heard,
  index: SchemaIndex,
  offeredNow: readonly Named[],
  isOffer: boolean,
): { readonly readings: Reading[]; readonly accepted: boolean } {
  const called = CALLED.exec(heard.text) ?? (heard.things.length === 0 ? NAMED_BY_NOUN.exec(heard.text) : null);
  if (called !== null) {
    const at = called.index;
    const service = heard.services.find(({ start }) => start >= at)?.service ?? heard.services.at(-1)?.service;
    const slot = nameSlot(index, service);
    if (slot !== undefined)
      return {
        readings: [{ slot, value: called.groups?.['name']?.trim() ?? '', start: at, end: at + called[0].length }],
        accepted: false,
      };
  }
  for (const thing of heard.things) {
    const known = thing.service ?? heard.services.find(({ start }) => start >= thing.end)?.service;
    const slot = nameSlot(index, known);
    if (slot === undefined) continue;
    if (
      TAKES.test(heard.text.slice(Math.max(0, thing.start - 6), thing.start)) ||
      APPROVES.test(heard.text.slice(thing.end, thing.end + 12))
    )
      return { readings: [{ slot, value: thing.name, start: thing.start, end: thing.end }], accepted: true };
  }
  const [only] = offeredNow;
  const slot = nameSlot(index, only?.service);
  if (only === undefined || offeredNow.length !== 1 || slot === undefined) return { readings: [], accepted: false };
  if (TAKES_THIS.test(heard.text) || (isOffer && ACCEPTS.test(heard.text)))
    return { readings: [{ slot, value: only.name, start: 0, end: heard.text.length }], accepted: true };
  return { readings: [], accepted: false };
}
