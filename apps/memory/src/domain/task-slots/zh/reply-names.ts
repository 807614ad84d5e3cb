import type { Named } from '../tracking/dialogue-memory';
import { alternatives } from './alternatives';
import type { Heard } from './hear';
import { oncePer } from './once-per';
import type { SchemaIndex } from './schema-index';

/** Kinds of slots that names fill; a schema without them has no use for names. */
const NAME_KINDS: ReadonlySet<string> = new Set(['name', 'near', 'from', 'to']);

/** What leads to a list of names. */
const RECOMMENDS =
  '(?:推荐|建议|介绍|找到|查到|选择|考虑|试试|尝试|安排)了?给?(?:您|你)?(?:可以|不妨)?(?:考虑|选择|去|到|住|一下|试试|看看){0,3}(?:的是)?';
const GOES = '(?:可以|不妨|就)?去';
const CALLS = '(?:名字|名称|分别|叫做?)就?[是叫为]?|包括|比如|例如|叫|：|:';
const COUNTED = '(?:[一两二三几][家个])?';
/** What follows a list of names: what is said about them. */
const AFTER = [
  '这[家个两几些里儿]|那[家个里]|[两二三几]家|都(?:[是很在不挺还可有符合能值离]|评)|就[是很挺有在能符]|也[是很挺不还有可]',
  '还[是很挺不可]|很[不适好]|挺[好不]|非常|不错|符合|满足|比较|怎么样|如何|您看|你看|您觉|可以|等|[吧呢啊哦呀哈嘛]',
  '游玩|用餐|就餐|吃|住|玩|看看|逛|试试|属于|的|是|能',
];
const NO_NAME =
  /[您你我他她它们吗了很]|没有|抱歉|报歉|对不起|不巧|遗憾|查[到询]|这样|合适|那么|这么|亲爱|完全|尝尝|一下|地方|不好意思|推荐|周边|附近|需要|要求|条件|信息|这个|那个|什么|其他|^(?:可以|当然|有|是|不|请|祝|谢谢|欢迎|客气|嗯|都|到|从|在|个|比较|只)|\d[分元]|上车|下车|站[A-Z]?\d?口?$|^[^\p{Script=Han}A-Za-z]*$|#|\d{5,}|^周[一二三四五六日至]|\d:\d/u;
const INTERJECTION = /^(?:好的?|可以[呀啊]?|嗯+|您好|你好|当然|没问题|有[的啊呀]?|是的?|对)?[呀啊呢吧]?$/;
/** A branch closes a name: “东来顺(天坛店)做涮肉”. */
const BRANCH_END = /^([^(（]{1,24}[(（][^)）]{1,24}[)）]).*$/u;
const BRANCH = /^[^(（]{1,24}[(（][^)）]{1,24}[)）]/u;
const LIST = /\s?(?:、|,|，|或者|以及|还有)\s?(?![^(（]{0,24}[)）])/;
/** “A和B”, where both may be names: “颐和园” is one. */
const AND = /^(?<left>[^和或及跟].+?)(?:和|或|及|跟)(?<right>.{2,})$/u;
const MAX_NAME = 32;
const MOST_NAMES = 24;
const MOST_CUES = 8;
/** A list of names is no longer than this. */
const MAX_LIST = 400;
const LEAD = 10;

interface Patterns {
  readonly before: RegExp;
  readonly after: RegExp;
  readonly isAttribute: RegExp;
}

const patternsOf = oncePer((index: SchemaIndex): Patterns => {
  const nouns = alternatives(index.services.flatMap((service) => service.nouns));
  const labels = alternatives(index.slots.flatMap(({ words }) => words.filter((word) => word.length > 1)));
  const attributes = `${labels}|评分|人均|价格|票价|电话|地址|时间`;
  return {
    before: new RegExp(
      `(?:${RECOMMENDS}|${GOES}|${CALLS}|(?:${nouns})(?:还|就|分别)?[是叫为有]|(?:周边|附近)(?:还|就)?有)(?:${COUNTED}(?:${nouns})?)?[，,：:]?\\s?`,
      'gu',
    ),
    after: new RegExp(`(?:${attributes}|${AFTER.join('|')}).*$`, 'u'),
    isAttribute: new RegExp(`^(?:${nouns})$|${attributes}`, 'u'),
  };
});

function serviceBefore(text: string, index: SchemaIndex): string | undefined {
  return index.services
    .flatMap(({ name, nouns }) => nouns.map((noun) => ({ name, end: text.lastIndexOf(noun) + noun.length, noun })))
    .filter(({ noun }) => text.includes(noun))
    .sort((a, b) => b.end - a.end)[0]?.name;
}

function partsOf(list: string): string[] {
  return list.split(LIST).flatMap((part) => {
    const branch = BRANCH.exec(part)?.[0] ?? '';
    const pair =
      branch === ''
        ? AND.exec(part)?.groups
        : /^(?:和|或|及|跟)(?<right>.{2,})$/u.exec(part.slice(branch.length))?.groups;
    const left = branch === '' ? pair?.['left'] : branch;
    return pair === undefined || left === undefined ? [part] : [left, ...partsOf(pair['right'] ?? '')];
  });
}

/** The names that a text begins with; `closed` when something is said about them behind. */
function namesIn(
  list: string,
  { after, isAttribute }: Patterns,
): { readonly names: string[]; readonly closed: boolean } {
  const names: string[] = [];
  for (const part of partsOf(list.slice(0, MAX_LIST))) {
    if (INTERJECTION.test(part.trim())) continue;
    const branch = BRANCH_END.exec(part)?.[1];
    const cut = (branch ?? part.replace(after, '')).trim().replace(/^["“《]|["”》]$/g, '');
    if (cut.length < 2 || cut.length > MAX_NAME || NO_NAME.test(cut) || isAttribute.test(cut))
      return { names, closed: after.test(part) };
    names.push(cut);
    if (names.length === MOST_NAMES || after.test(part.replace(cut, ''))) return { names, closed: true };
  }
  return { names, closed: false };
}

/**
 * The things that a reply names: “为您推荐A和B”, “周边餐馆有A, B”, “A和B都不错”. Each with the service whose noun leads to it, else
 * the one that was asked about. A reading by form: what is no name does no harm unless a user says it again.
 */
export function replyNames(reply: Heard, index: SchemaIndex, service: string | undefined): Named[] {
  if (!index.slots.some(({ kind }) => NAME_KINDS.has(kind))) return [];
  const patterns = patternsOf(index);
  const found = new Map<string, Named>();
  for (const { start, end } of reply.sentences) {
    const sentence = reply.text.slice(start, end);
    const cues = [...sentence.matchAll(patterns.before)].map((match) => match.index + match[0].length);
    for (const at of [0, ...cues.slice(0, MOST_CUES)]) {
      const { names, closed } = namesIn(sentence.slice(at), patterns);
      if (at === 0 && !closed) continue;
      const own = serviceBefore(sentence.slice(Math.max(0, at - LEAD), at), index) ?? service;
      for (const name of names)
        if (!found.has(name)) found.set(name, { name, ...(own === undefined ? {} : { service: own }) });
    }
  }
  return [...found.values()].slice(-MOST_NAMES);
}
