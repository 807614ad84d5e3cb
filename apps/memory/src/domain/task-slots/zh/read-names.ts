import type { Dialogue } from './dialogue';
import type { Reading } from './reading';
import type { IndexedSlot, SchemaIndex } from './schema-index';
import { accepts, makesOffer, takesThis } from './stance';

/** “名叫X的餐馆” */
const CALLED =
  /(?:名叫|名为|名字[叫是]|名称[叫是为]|叫做)(?:的是)?(?<name>[^，。！？；]{2,32}?)(?:的|这家|这个|，|。|！|？|$)/u;
/** “去X的餐馆吃饭”, “X这家酒店”: a name that only the noun behind it shows. */
const NAMED_BY_NOUN =
  /(?:去|到|住|订|定)(?:的是)?(?<name>[^，。！？；的这那我你想找完评分个家\s]{3,32})(?:的|这家|这个)(?=餐|酒|景|饭|宾)/u;
/** “就去X吧”, “选X好了”: the thing is taken. */
const TAKES = /(?:就|还是|那|我)?(?:就)?(?:去|选择?|住|吃|定|订|要|预[订定]|安排|喜欢)(?:了|在|择|去)?$/;
/** “X听起来不错”, “X吧” */
const APPROVES = /^(?:听起来|看起来|感觉|应该|我?觉得)?(?:还|也|很|挺|就)?(?:不错|可以|行|好了|挺好|合适|吧(?!$))/;

function nameSlot(index: SchemaIndex, service: string | undefined): IndexedSlot | undefined {
  return index.slots.find((slot) => slot.kind === 'name' && slot.service === service);
}

function calledByName({ index, user: { heard } }: Dialogue): Reading | undefined {
  const match = CALLED.exec(heard.text) ?? (heard.things.length === 0 ? NAMED_BY_NOUN.exec(heard.text) : null);
  if (match === null) return undefined;
  const { services } = heard;
  const slot = nameSlot(index, (services.find(({ start }) => start >= match.index) ?? services.at(-1))?.service);
  const value = match.groups?.['name']?.trim() ?? '';
  return slot === undefined || value === ''
    ? undefined
    : { slot, value, start: match.index, end: match.index + match[0].length };
}

function takenByName({ index, user: { heard } }: Dialogue): Reading | undefined {
  for (const { name, service, start, end } of heard.things) {
    const known = service ?? heard.services.find((mention) => mention.start >= end)?.service;
    const slot = nameSlot(index, known);
    if (slot === undefined) continue;
    if (TAKES.test(heard.text.slice(Math.max(0, start - 6), start)) || APPROVES.test(heard.text.slice(end, end + 12)))
      return { slot, value: name, start, end, because: 'accepted' };
  }
  return undefined;
}

function takenAlone({ index, offered, user: { heard }, reply }: Dialogue): Reading | undefined {
  const [only] = offered;
  const slot = nameSlot(index, only?.service);
  if (only === undefined || offered.length !== 1 || slot === undefined) return undefined;
  return takesThis(heard.text) || (makesOffer(reply.heard.text) && accepts(heard.text))
    ? { slot, value: only.name, start: 0, end: heard.text.length, because: 'accepted' }
    : undefined;
}

/** “X的电话是多少”, “X有停车场吗”: what is asked of a thing itself, not of what lies around it, nor of the way to it. */
const ASKS_OF_IT =
  /^(?:这[家个]|那[家个])?(?:的(?!周边|附近|周围|旁边)|是(?:什么|不是)|有(?!什么|哪些|啥)|提供|能(?!到)|几点|多少|在哪)/;

/**
 * The thing that a question is about by its name, where nothing else of its service has been wished for: no search has found it, so the name
 * alone tells which is meant; another name held before gives way.
 */
function askedByName({ index, state, user: { heard } }: Dialogue): Reading | undefined {
  for (const { name, service, start, end } of heard.things) {
    const slot = nameSlot(index, service);
    if (slot === undefined || !ASKS_OF_IT.test(heard.text.slice(end, end + 12))) continue;
    const wished = index.slots.some((one) => one.service === service && one !== slot && state.has(one.slot.name));
    if (!wished) return { slot, value: name, start, end };
  }
  return undefined;
}

/** The thing that a user calls by its name, takes by it, or takes because it alone was offered; of several only a named one. */
export function readNames(dialogue: Dialogue): Reading[] {
  const reading = calledByName(dialogue) ?? takenByName(dialogue) ?? takenAlone(dialogue) ?? askedByName(dialogue);
  return reading === undefined ? [] : [reading];
}
