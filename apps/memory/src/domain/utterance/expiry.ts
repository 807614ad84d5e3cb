import { keyOfNoun } from './address-book';
import type { SpeechAct } from './speech-act';

export type Expiry = SpeechAct & { readonly act: 'expire' };

interface ExpiryRule {
  /** Groups: `thing` is a noun or a value that holds no more. */
  readonly pattern: RegExp;
  /** What a verb without an object speaks of. */
  readonly keys?: readonly string[];
}

const ENDED =
  '(?:注销|停用|停机|作废|取消|退订|失效|过期|停掉|停|关掉|关闭|卖掉|卖|丢|弄丢|送人|不用|不要|不存在|删掉|删)';
const WORK = ['company', 'work_location', 'occupation'];
const HOME = ['location'];
const NEVER_MORE_EN = "(?:no longer|don't|do not|doesn't|does not|not)";

const RULES: readonly ExpiryRule[] = [
  { pattern: /^我?(?:现在|已经|早就|也)*(?:不再|没再|不)(?:在)?(?<thing>.{1,12}?)(?:工作|上班|任职)了?$/, keys: WORK },
  {
    pattern:
      /^我?(?:已经|刚|上个月|上周|昨天|最近|前几天|年初|去年)*(?:从(?<thing>.{1,12}?))?(?:离职|辞职|退休|失业|被裁)了?$/,
    keys: WORK,
  },
  { pattern: /^我?(?:现在|已经|早就|也)*不(?:再)?住(?:在)?(?<thing>.{0,12}?)了$/, keys: HOME },
  { pattern: /^我?(?:已经|刚|上个月|昨天|最近)*从(?<thing>.{1,12}?)搬(?:走|出来|家)了$/, keys: HOME },
  { pattern: /^我?(?:现在|已经|以后|早就|也|都)*(?:不再|没再|再也不)(?<thing>.{1,12}?)了?$/ },
  {
    pattern:
      /^我?(?:现在|已经|以后|早就|也|都)*不(?<thing>(?:吃|喝|抽|用|开|骑|养|玩|学|练|看|听|做|打|喜欢|订|要|需要).{1,12}?)了$/,
  },
  { pattern: /^我?(?:现在|已经|刚)*戒(?:掉)?了?(?<thing>.{1,6}?)了?$/ },
  {
    pattern: new RegExp(
      `^(?:我的?)?(?:那个|这个)?(?<thing>[^，把了的]{2,14}?)(?:已经|早就|就|都|给|被我?)*${ENDED}(?:掉)?了?(?:吧|啊|呀)?$`,
    ),
  },
  {
    pattern:
      /^(?:请|麻烦|帮我|你)*(?:把|将)(?:我的?)?(?<thing>[^，]{2,14}?)(?:给)?(?:删掉|删除|删|忘掉|忘了|去掉|停掉|停|关掉|取消|退订|清除|移除)(?:了)?(?:吧)?$/,
  },
  {
    pattern:
      /^(?:请|麻烦|帮我|你)*(?:删除|删掉|忘掉|忘记|去掉|取消|退订|停掉|停止|清除|移除)(?:我的?|那个|这个)?(?<thing>[^，]{2,14}?)(?:吧|了)?$/,
  },
  {
    pattern:
      /^(?:以后)?(?:别|不要|不用|不必)(?:再)?(?:给我)?(?:记着?|留着?|保留|保存|推送|推|发|送|提醒)(?:我的?)?(?<thing>[^，]{2,14}?)(?:了|吧)?$/,
  },
  {
    pattern: new RegExp(
      `^i(?:'ve| have)? (?:(?:now|already) )?(?:${NEVER_MORE_EN}) (?:work|working)(?: (?:at|for|in|as)(?: an?| the)? (?<thing>.{1,40}?))?(?: there| here)?(?: any ?more| now)?$`,
      'i',
    ),
    keys: WORK,
  },
  {
    pattern:
      /^i(?:'ve| have)? (?:just |already |recently )?(?:quit|left|resigned from)(?: my)? (?:job|work|position|company|(?<thing>[A-Z].{1,40}?))$/i,
    keys: WORK,
  },
  { pattern: /^i(?:'ve| have)?(?:'m| am)? (?:just |already |now )?(?:retired|been laid off|unemployed)$/i, keys: WORK },
  {
    pattern: new RegExp(
      `^i ${NEVER_MORE_EN} (?:live|living)(?: in| at)?(?: (?<thing>.{1,40}?))?(?: there| here)?(?: any ?more| now)?$`,
      'i',
    ),
    keys: HOME,
  },
  { pattern: /^i no longer (?:\w+ )?(?:(?:an?|the|my|any) )?(?<thing>.{2,40}?)$/i },
  { pattern: /^i(?:'m| am) no longer (?:an? |the )?(?<thing>.{2,40}?)$/i },
  {
    pattern:
      /^i(?: do not| don't|'m not| am not| can't) (?:\w+ )?(?:(?:an?|the|my|any) )?(?<thing>.{2,40}?) any ?more$/i,
  },
  {
    pattern:
      /^i(?:'ve| have)? (?:just |recently |finally |already )?(?:stopped|quit|given up|gave up|cancelled|canceled|sold|ditched|lost|closed|dropped)(?: (?:\w+ing|my|the|an?|using))* (?<thing>.{2,40}?)$/i,
  },
  {
    pattern:
      /^(?:please )?(?:cancel|stop|end|forget|delete|remove|drop|discontinue|erase|unsubscribe (?:me )?from|turn off|stop sending(?: me)?)(?: (?:my|the|about|this|that|sending|me))* (?<thing>.{2,40}?)(?: please)?$/i,
  },
  {
    pattern:
      /^(?:please )?(?:don't|do not) (?:keep|save|store|remember|send(?: me)?|use)(?: (?:my|the|that|any))* (?<thing>.{2,40}?)(?: any ?more)?$/i,
  },
  {
    pattern:
      /^my (?<thing>.{2,40}?) (?:is|was|has been|isn't|is not|doesn't)(?: \w+)? (?:no longer (?:valid|active|in use|used)|cancelled|canceled|closed|disconnected|expired|discontinued|gone|sold|deactivated|(?:in use|valid|active|work) any ?more)$/i,
  },
  {
    pattern:
      /^my (?<thing>.{2,40}?) (?:is no longer (?:valid|active|in use|used)|expired|no longer (?:works|exists))$/i,
  },
];

/** Nothing that could name a slot or its value. */
const NO_THING =
  /^(?:我|你|他|她|它|什么|想|要|会|能|可以|知道|一样|好|行|it|this|that|me|you|them|so|then|sure|know|mind|worry|need to|want to)$/i;

const POINTER = /^(?:[那这](?:里|儿|边|家(?:公司)?)?|there|here)$/i;

/** “备用号码注销了”, “我不再吃素了”, “I sold my car”: what held holds no more, and nothing takes its place. */
export function expiryIn(clause: string): Expiry | undefined {
  for (const { pattern, keys } of RULES) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const thing = match.groups?.['thing']?.trim();
    if (thing !== undefined && (NO_THING.test(thing) || /[?？吗呢]$| (?:is|are|was) |^-/.test(thing))) continue;
    if (thing === undefined || thing === '' || POINTER.test(thing)) return keys ? { act: 'expire', keys } : undefined;
    const key = keyOfNoun(thing.replace(/^(?:我的?|my )/i, ''));
    return {
      act: 'expire',
      keys: [...(key === undefined ? [] : [key])],
      value: thing,
      ...(keys ? { among: keys } : {}),
    };
  }
  return undefined;
}
