import { attributeOfSubject, keyOfNoun, PARTICULAR_WORDS_ZH } from './address-book';
import { attributeOfKey } from './attributes';
import { NOUN_WITH_VALUE } from './declaration';
import { QUOTED } from './quotes';
import { RELATION_WORDS_EN, RELATION_WORDS_ZH, relationNamed } from './relations';
import type { SpeechAct } from './speech-act';

interface QuestionRule {
  readonly pattern: RegExp;
  readonly key?: string;
  /** The user claims the attribute, so “not known” is an answer; else only a value that is known answers. */
  readonly named: boolean;
  /** Without “my” a noun of the glossary may be anyone's (“电话是多少”), so only the user's own nouns count. */
  readonly ownNounsOnly?: boolean;
}

const TELL =
  '(?:请|麻烦|你|您|能|可以|告诉我|说一下|帮我|查一下|看一下|看看|想一下|想想|还|知道|知不知道|记得|记不记得|记住了?|是否记得|回忆一下|提醒我|刚才|之前|所以|那么?|再|一下|好了?|现在|最后)*[ ，,]*';
const WHAT = '(?:是|叫|等于)?(?:什么|多少|啥|哪个|哪一个|哪种|几号|哪天|谁|哪里|哪儿|哪)(?:来着|呢|呀|啊|吗|么|名字)?$';
const DAY_ZH = '(?:什么时候|哪一?天|几月几[号日]|几号|何时)';
const MY =
  '(?:我|本人)(?:的|(?:刚才|刚刚|之前|上面|前面|一开始|最开始)*(?:说过?|提到过?|告诉过?你|给你|设定|设置|让你记住?)的?|(?=暗号|邮箱|手机号|电话|生日|名字|住址|地址|订单号|密码|年龄))';

const RULES: readonly QuestionRule[] = [
  {
    pattern: new RegExp(
      `^${TELL}我(?:家)?的?(?<attribute>(?:${RELATION_WORDS_ZH})的?(?:${PARTICULAR_WORDS_ZH}))(?:是|叫|在)?(?:什么时候|哪一?天|几号|什么|多少|啥|几月几号)(?:来着|呢)?$`,
    ),
    named: true,
  },
  {
    pattern: new RegExp(`^${TELL}我(?:家)?的?(?<relation>${RELATION_WORDS_ZH})(?:今年|现在)?(?<age>几岁|多大)了?$`),
    named: true,
  },
  {
    pattern: new RegExp(`^${TELL}我(?:家)?的?(?<relation>${RELATION_WORDS_ZH})(?:叫|名字是)(?:什么|啥)(?:名字)?$`),
    named: true,
  },
  {
    pattern: new RegExp(`^${TELL}(?:我|本人)的?(?:生日|出生日期)(?:是|在)?${DAY_ZH}(?:来着|呢)?$`),
    key: 'birthday',
    named: true,
  },
  {
    pattern: new RegExp(`^${TELL}(?:我|本人)是?${DAY_ZH}(?:过?生日|出生)的?(?:来着|呢)?$`),
    key: 'birthday',
    named: true,
  },
  {
    pattern: new RegExp(
      `^${TELL}(?:我们?的?)?(?<thing>[^是在的，我你这那]{2,8}?)(?:是|定)?(?:在)?(?:什么时候|几点|哪一?天|周几|星期几)(?:来着|呢)?$`,
    ),
    named: false,
  },
  { pattern: new RegExp(`^when(?:'s| is) (?<attribute>my (?:${RELATION_WORDS_EN})'s birthday)$`, 'i'), named: true },
  {
    pattern:
      /^(?:do you (?:still )?(?:know|remember) |tell me |remind me )?(?:when|what day)(?:['’]s| is)? my (?:birthday|birth ?date|date of birth)(?: is)?(?: again)?$/i,
    key: 'birthday',
    named: true,
  },
  { pattern: /^when was i born$/i, key: 'birthday', named: true },
  { pattern: /^when(?:'s| is) (?:my|the|our) (?<thing>[a-z -]{3,20})$/i, named: false },
  { pattern: new RegExp(`^how (?<age>old) is my (?<relation>${RELATION_WORDS_EN})(?: now)?$`, 'i'), named: true },
  { pattern: new RegExp(`^what(?:'s| is) my (?<relation>${RELATION_WORDS_EN}) called$`, 'i'), named: true },
  { pattern: new RegExp(`^${TELL}${MY}(?<attribute>[^是叫的，过]{1,10}?)${WHAT}`), named: true },
  { pattern: new RegExp(`^${TELL}${MY}(?<attribute>[^是叫的，在过]{1,10}?)(?:呢|吗|么)?$`), named: false },
  { pattern: /^(?:还|你|您)*(?:记得|知道|记不记得)我(?:叫什么|是谁)(?:名字)?(?:吗|么|呢)?$/, key: 'name', named: true },
  { pattern: new RegExp(`^${TELL}我(?:叫什么|叫啥|是谁)(?:名字)?(?:来着|呢|呀|吗)?$`), key: 'name', named: true },
  { pattern: new RegExp(`^${TELL}(?:应该|该)?(?:怎么)?(?:称呼我|叫我)(?:什么)?$`), key: 'preferred_name', named: true },
  {
    pattern: new RegExp(`^${TELL}我(?:家)?(?:现在)?住(?:在)?(?:哪里|哪儿|哪|什么地方)(?:来着|呢)?$`),
    key: 'location',
    named: true,
  },
  {
    pattern: new RegExp(`^${TELL}我(?:常用|一般用|平时用|习惯用)(?:什么|哪个|哪种)(?:方式)?(?:支付|付款)?$`),
    key: 'payment_method',
    named: true,
  },
  { pattern: new RegExp(`^${TELL}我对(?:什么|啥)过敏$`), key: 'allergy', named: true },
  { pattern: new RegExp(`^${TELL}我(?:不吃|不能吃|忌口)(?:什么|啥)$`), key: 'diet', named: true },
  { pattern: new RegExp(`^${TELL}我(?:喜欢|偏好|偏爱)(?:什么|啥)$`), key: 'preference', named: true },
  { pattern: new RegExp(`^${TELL}(?<attribute>[^是叫的，我你]{1,8}?)${WHAT}`), named: false, ownNounsOnly: true },
  {
    pattern:
      /^(?:(?:can|could|do) you |please )*(?:tell me |remind me |say |recall |do you (?:still )?(?:remember|know|recall) |you remember |repeat )(?:what |again )?(?:of )?my (?<attribute>[a-z][a-z' -]{0,30}?)(?: is| was| again)*$/i,
    named: true,
  },
  {
    pattern: new RegExp(
      `^${TELL}我?(?:这次|本次|这个)?(?:会话|对话)?的?暗号(?:(?:是|叫)(?:什么|啥|多少)(?:来着|呢|呀|吗)?|是|呢|吗|么|来着)?$`,
    ),
    key: '暗号',
    named: false,
  },
  {
    pattern:
      /^(?:so |and |now )?(?:what(?:'s|’s| is| was)|(?:do you (?:still )?)?(?:remember|know|recall)) the (?<attribute>code[ -]?word)(?: again| for this [a-z]+)?$/i,
    named: false,
  },
  {
    pattern:
      /^(?:so |and |now )?what(?:'s|’s| is| was| were| are) my (?<attribute>[a-z][a-z' -]{0,30}?)(?: again| please| now)?$/i,
    named: true,
  },
  {
    pattern:
      /^what (?:did i (?:say|tell you)|have i told you|do you have (?:down )?(?:for|as)) (?:that )?my (?<attribute>[a-z][a-z' -]{0,30}?)(?: is| was)?$/i,
    named: true,
  },
  {
    pattern:
      /^(?:which|what) (?<attribute>[a-z][a-z' -]{0,30}?) (?:do i (?:use|have|prefer|like)|did i (?:give|tell|mention|set)(?: you)?|am i using)$/i,
    named: true,
  },
  {
    pattern: /^(?:do you (?:remember|know) )?(?:who am i|who i am|what am i called|what's my name)$/i,
    key: 'name',
    named: true,
  },
  { pattern: /^(?:what should you|how do you|how should you) call me$/i, key: 'preferred_name', named: true },
  { pattern: /^(?:do you (?:remember|know) )?where (?:do i live|i live|am i from)$/i, key: 'location', named: true },
  { pattern: /^how do i (?:usually |normally |always )?pay$/i, key: 'payment_method', named: true },
  { pattern: /^what am i allergic to$/i, key: 'allergy', named: true },
  { pattern: /^what (?:do i|don't i) (?:not )?eat$/i, key: 'diet', named: true },
  { pattern: /^what do i prefer$/i, key: 'preference', named: true },
];

/** A question about one attribute of the user; a question about anything else is none of memory's direct answers. */
export function questionIn(clause: string, asks: boolean): (SpeechAct & { act: 'ask' }) | undefined {
  if (clause.includes(QUOTED)) return undefined;
  for (const rule of RULES) {
    const match = rule.pattern.exec(clause);
    if (!match) continue;
    const interrogative =
      asks ||
      /什么|多少|啥|哪|谁|几号|告诉我|提醒我|记得|^(?:tell|remind|what|which|who|where|when|how|do you|please)/i.test(
        clause,
      );
    if (!interrogative) continue;
    const key = rule.key ?? keyAsked(match.groups ?? {});
    if (key === undefined || (rule.ownNounsOnly && isShared(key))) continue;
    return { act: 'ask', key, named: (rule.named || /记得/.test(clause)) && isAskable(key) };
  }
  return undefined;
}

/** “妈妈的生日”, “my daughter” with `particular`, “周会” with `time`. */
function keyAsked(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { relation, age, thing, attribute } = groups;
  if (relation !== undefined) {
    const owner = relationNamed(relation)?.key;
    return owner && `${owner}/${age === undefined ? 'name' : 'age'}`;
  }
  return thing === undefined ? keyOfNoun(attribute ?? '') : `${thing.toLowerCase()}/time`;
}

/** Of a thing such as “my alarms” memory may know something, yet not knowing it is no answer. */
const isAskable = (key: string): boolean =>
  attributeOfSubject(key) !== undefined || /\p{Script=Han}/u.test(key) || NOUN_WITH_VALUE.test(key);

const isShared = (key: string): boolean => key !== '暗号' && attributeOfKey(key) !== undefined;
