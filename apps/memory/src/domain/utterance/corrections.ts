import { attributeNamed } from './attributes';
import { cleanValue, isValue } from './declaration';
import type { SpeechAct } from './speech-act';

/** Announces that what follows replaces something said before. */
const MARKER =
  /^(?:不对|不是|不是的|错了|说错了|我说错了|记错了|弄错了|写错了|搞错了|你错了|更正|更正一下|纠正一下|修正一下|哦不|噢不|啊不|不不|不不不|等等|算了|还是算了|no|nope|no no|wrong|sorry|oh sorry|correction|that's wrong|that's not right|not quite|oops|wait|no wait|oh wait|wait no|i misspoke|scratch that|actually|never mind|nevermind|i was wrong|my mistake)(?:了|啊|呀|哦|,)?$/i;
const MARKER_LEAD =
  /^(?:算了(?=改|换|还是)|(?:不对|说错了|错了|更正一下|更正|哦不|噢不|算了|no|sorry|correction|wait|oops|actually)[ ,，:：]+)/i;

const NOT_BUT = [
  /^(?:我的?)?(?<attribute>[^是不，]{0,8}?)不是(?<from>.{1,40}?)[ ，,]?(?:而是|是)(?<value>.{1,60})$/d,
  /^(?:应该)?是(?<value>.{1,40}?)[ ，,]?(?:而)?不是(?<from>.{1,40})$/d,
  /^(?:it's |it is |that's )?not (?<from>.{1,40}?),? but (?<value>.{1,60})$/di,
  /^(?:it's |it is |it should be |i meant )(?<value>.{1,40}?),? not (?<from>.{1,40})$/di,
];
const NOT_ONLY = /^(?:不是|not |it's not |it is not )(?<from>.{1,40})$/di;
const BUT_ONLY = /^(?:而是|是|应该是|it's |it is |it should be |but )(?<value>.{1,60})$/di;

const IT_IS = [
  /^(?:应该是|其实是|正确的是|应为|实际上?是|应该叫)(?<value>.{1,60})$/d,
  /^(?:i meant|i mean|it should be|should be|it should have been|make that|i meant to say)(?: to say)? (?<value>.{1,60}?)(?: instead| please)?$/di,
];
const AFTER_MARKER = [
  /^(?:是|叫|去|到|为|应该是|改成|换成)(?<value>.{1,60})$/d,
  /^(?:it's|it is|its|that's|that is|to) (?<value>.{1,60})$/di,
];
const CHANGED_MIND = [
  /^(?:还是|就|那就|要不|干脆|请|帮我)?(?:改成|改为|换成|改到|改去|换到|改查|改订)(?<value>.{1,40}?)(?:吧|好了|了|的)?$/d,
  /^(?:please |let's |rather )?(?:make|change|switch|set) (?:it|that)(?: to| over to)? (?<value>.{1,40}?)(?: instead| please| then)?$/di,
  /^(?:let's |rather )?(?:switch|change) to (?<value>.{1,40}?)(?: instead| please)?$/di,
];
/** Back to what held before: “还是用原来的…”, “go back to …”. */
const RESTORES = [
  /^(?:还是|那就|那|就|干脆|请|帮我)*(?:用|寄|送|发|改|换|住|恢复|切)(?:回|到|成|为|去)?(?:原来|之前|以前|原先|最初|老|旧)的?(?<value>.{1,40}?)(?:吧|好了|了)?$/d,
  /^(?:还是|那就|就|干脆|请|帮我)*(?:改|换|切|调|恢复|变|用)回(?:到|成|来|去)?(?<value>.{1,40}?)(?:吧|好了|了)?$/d,
  /^(?:let's |please |i'll |actually )*(?:go|switch|change|revert|move|get)(?: it)? back to (?:the )?(?:old |original |previous |first )?(?<value>.{1,40}?)(?: instead| please| then)?$/di,
];
/** One thing given for another, which goes without saying: “昨天换了iPhone 15”, “traded it in for a …”. */
const EXCHANGES = [
  /^我?(?:昨天|前天|上周|上个?月|最近|刚刚?|已经|今天|前几天|后来|现在|又)*(?:换成了?|换上了?|升级(?:到|成|为)了?|改用了?|换用了?)(?:一?[辆部台个只款张家]|新的?)*(?<value>[^，]{2,20}?)了?$/d,
  /^我?(?:昨天|前天|上周|上个?月|最近|刚刚?|已经|今天|前几天|后来|现在|又)*换了(?:一?[辆部台个只款张家]|新的?)*(?<value>(?=[^，]{0,19}[A-Za-z\d])[^，]{2,20}?)了?$/d,
  /^(?:i|we)(?:'ve| have)? (?:just |recently |since |finally )*(?:traded|swapped|exchanged|switched|replaced|upgraded|changed)(?: (?:it|that|them|this one|the old one))?(?: in| out)? (?:for|with|to) (?:an? |the |my )?(?<value>.{2,40}?)(?: now| instead)?$/di,
  /^(?:I|We|i|we)(?:'ve| have)? (?:just )?(?:got|bought) (?:an? |the )?(?:new )?(?<value>[A-Z\d].{1,40}?) instead$/d,
];
/** Too loose to trust but for a value whose form alone says what it is: an order number, an amount, a date, a city. */
const TYPED_ONLY = [
  /^还是(?:去|用|选|查)?(?<value>.{1,20}?)(?:以内)?(?:吧|好了)$/d,
  /^(?:actually )?(?<value>.{1,24}?) instead$/di,
];

/** “that's all”, “it's for two”, “是的”: what follows a marker and yet names no value. */
const NO_VALUE =
  /^(?:all|it|this|that|these|those|everything|anything|enough|al(?:l )?right|fine|okay|ok|good|great|no|nope|nothing|not|right|wrong|correct|me|you|us|them|i|we|he|she|they|for|at|till|until|to|so|because|just|only|very|really|too|also|still|what|when|where|how|if)\b|^(?:的|了|这|那|什么|没|不|好|可以|行|够|就|对|我|你|他|她|因为|要|想|在|有)/i;

export type Correction = SpeechAct & { act: 'correct' };

export const isMarker = (clause: string): boolean => MARKER.test(clause);
export const withoutMarker = (clause: string): string => clause.replace(MARKER_LEAD, '');

/** “not A” followed by “but B” in the clause after it. */
export function splitCorrectionIn(clause: string, next: string | undefined): Correction | undefined {
  if (next === undefined) return undefined;
  const from = named(NOT_ONLY.exec(clause), 'from');
  const value = named(BUT_ONLY.exec(next), 'value');
  if (from !== undefined && value !== undefined) return { act: 'correct', value, from, typedOnly: false };
  const like = from === undefined ? undefined : quantityLike(from, next);
  if (from !== undefined && like !== undefined) return { act: 'correct', value: like, from, typedOnly: false };
  const said = named(BUT_ONLY.exec(clause), 'value');
  const not = named(NOT_ONLY.exec(next), 'from');
  return said !== undefined && not !== undefined
    ? { act: 'correct', value: said, from: not, typedOnly: false }
    : undefined;
}

const NUMBER = '(?:\\d{1,9}|[一二两三四五六七八九十百千]{1,6})';
const QUANTITY = new RegExp(`^${NUMBER}(?<unit>[^\\d\\s一二两三四五六七八九十]{1,4})$`, 'u');

/** “不是5岁，上个月刚满6岁”: the clause after the denied value holds one with the same unit. */
function quantityLike(from: string, next: string): string | undefined {
  const unit = QUANTITY.exec(from)?.groups?.['unit'];
  if (unit === undefined) return undefined;
  const found = [...next.matchAll(new RegExp(NUMBER, 'g'))].find(
    ({ 0: number, index }) => next.slice(index + number.length).startsWith(unit) && number + unit !== from,
  );
  return found && found[0] + unit;
}

/** A correction without the name of what it corrects; `marked` after a marker such as “no,”. */
export function correctionIn(clause: string, marked: boolean): Correction | undefined {
  for (const pattern of NOT_BUT) {
    const match = pattern.exec(clause);
    const value = named(match, 'value');
    const from = named(match, 'from');
    if (value !== undefined && from !== undefined && hasAttribute(match))
      return { act: 'correct', value, from, typedOnly: false };
  }
  for (const pattern of [...IT_IS, ...RESTORES, ...CHANGED_MIND, ...EXCHANGES, ...(marked ? AFTER_MARKER : [])]) {
    const value = named(pattern.exec(clause), 'value');
    if (value !== undefined) return { act: 'correct', value, typedOnly: false };
  }
  for (const pattern of TYPED_ONLY) {
    const value = named(pattern.exec(clause), 'value');
    if (value !== undefined) return { act: 'correct', value, typedOnly: true };
  }
  return undefined;
}

function hasAttribute(match: RegExpExecArray | null): boolean {
  const attribute = match?.groups?.['attribute'];
  return attribute === undefined || attribute === '' || attributeNamed(attribute) !== undefined;
}

function named(match: RegExpExecArray | null, group: string): string | undefined {
  const text = match?.groups?.[group];
  if (text === undefined) return undefined;
  const value = cleanValue(text);
  return isValue(value) && !NO_VALUE.test(value) ? value : undefined;
}
