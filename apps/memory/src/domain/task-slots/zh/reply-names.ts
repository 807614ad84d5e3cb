import type { Named } from '../tracking/dialogue-memory';
import type { Heard } from './hear';
import type { SchemaIndex } from './schema-index';

const BEFORE = new RegExp(
  '(?:(?:推荐|建议|介绍|找到|查到|选择|考虑|试试|尝试|安排)(?:了)?(?:给)?(?:您|你)?(?:可以|不妨)?(?:考虑|选择|去|到|住|一下|试试|看看)*(?:的是)?' +
    '|(?:您|你|他)?(?:可以|不妨|就)?去|(?:名字|名称|分别|餐馆|酒店|景点|叫做?)(?:就)?[是叫为]|有|包括|比如|例如|叫|：|:)' +
    '(?:[一两二三几][家个]?(?:餐馆|酒店|景点|店)?)?(?:，|,|：|:)?\\s?',
  'g',
);
/** What follows a list of names. */
const AFTER =
  /(?:这[家个两几些里儿]|那[家个里]|[两二三几]家|都(?:[是很在不挺还可有符合能值离]|评)|就[是很挺有在能符]|也[是很挺不还有可]|还[是很挺不可]|很[不适好]|挺[好不]|非常|不错|符合|评分|人均|价格|票价|门票|电话|地址|怎么样|如何|您看|你看|您觉|可以|等|[吧呢啊哦呀哈嘛]|游玩|用餐|就餐|吃|住|玩|看看|逛|试试|属于|的|是(?!什刹)|满足|比较|能|，|。).*$/u;
const NO_NAME =
  /[您你我他她它们吗了很]|没有|抱歉|报歉|对不起|不巧|遗憾|查[到询]|这样|合适|那么|这么|亲爱|完全|尝尝|一下|地方|不好意思|推荐|周边|附近|需要|要求|条件|评分|价格|消费|电话|信息|这个|那个|什么|其他|景点$|^(?:酒店|餐馆|可以|当然|有|是|不|请|祝|谢谢|欢迎|客气|嗯|都|到|从|在|个|比较|只)|\d分|\d元|上车|下车|站[A-Z]?\d?口?$|^[^\p{Script=Han}A-Za-z]*$|[#]|\d{5,}|^周[一二三四五六日至]|\d:\d/u;
const INTERJECTION = /^(?:好的?|可以[呀啊]?|嗯+|您好|你好|当然|没问题|有[的啊呀]?|是的?|对)?[呀啊呢吧]?$/;
/** A branch closes a name: “东来顺(天坛店)做涮肉”. */
const BRANCH_END = /^([^(（]{1,24}[(（][^)）]{1,24}[)）]).*$/u;
const LIST = /\s?(?:、|,|，|或者|以及|还有)\s?(?![^(（]*[)）])/;
/** “A和B”, where both may be names: “颐和园” is one. */
const AND = /^(?<left>[^和或及跟].{1,}?)(?:和|或|及|跟)(?<right>.{2,})$/u;
const MAX_NAME = 32;
const MAX_NAMES = 24;

function serviceWord(text: string, index: SchemaIndex): string | undefined {
  return index.services
    .flatMap(({ name, nouns }) => nouns.map((noun) => ({ name, at: text.lastIndexOf(noun), length: noun.length })))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.at + b.length - (a.at + a.length))[0]?.name;
}

function partsOf(list: string): string[] {
  return list.split(LIST).flatMap((part) => {
    const branch = /^[^(（]*[(（][^)）]*[)）]/u.exec(part)?.[0] ?? '';
    const pair = AND.exec(branch === '' ? part : part.slice(branch.length).replace(/^/, 'XX'));
    if (pair === null) return [part];
    const left = branch === '' ? (pair.groups?.['left'] ?? '') : branch;
    return [left, ...partsOf(pair.groups?.['right'] ?? '')];
  });
}

function namesIn(list: string): string[] {
  const names: string[] = [];
  for (const part of partsOf(list)) {
    if (INTERJECTION.test(part.trim())) continue;
    const cut = part
      .replace(BRANCH_END, '$1')
      .replace(AFTER, '')
      .trim()
      .replace(/^["“《]|["”》]$/g, '');
    if (cut.length < 2 || cut.length > MAX_NAME || NO_NAME.test(cut)) break;
    names.push(cut);
    if (names.length === MAX_NAMES || AFTER.test(part.replace(cut, ''))) break;
  }
  return names;
}

/**
 * The things that a reply names: “为您推荐A和B”, “周边餐馆有A, B”, “A和B都不错”. Each with the service whose noun leads to it, else
 * the one that was asked about. A reading by form: what is no name does no harm unless a user says it again.
 */
export function replyNames(reply: Heard, index: SchemaIndex, service: string | undefined): Named[] {
  const found = new Map<string, Named>();
  for (const sentence of reply.text.split(/[。！？!?;；\n]/)) {
    const cues = [...sentence.matchAll(BEFORE)].map((match) => match.index + match[0].length);
    for (const at of [0, ...cues.slice(0, 8)]) {
      const lead = sentence.slice(0, at);
      for (const name of namesIn(sentence.slice(at))) {
        if (at === 0 && !new RegExp(AFTER.source.replace('|，|。', ''), 'u').test(sentence)) continue;
        const own = serviceWord(lead.slice(-10), index) ?? service;
        if (!found.has(name)) found.set(name, { name, ...(own === undefined ? {} : { service: own }) });
      }
    }
  }
  return [...found.values()].slice(-MAX_NAMES);
}
