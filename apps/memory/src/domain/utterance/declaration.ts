import { isCity } from '../anchors/places';
import { attributeOfSubject } from './address-book';
import { attributeNamed, attributeOfKey, type Attribute } from './attributes';
import type { SpeechAct } from './speech-act';
import { QUOTED, unquote } from './quotes';

/** One way to state an attribute: a pattern with the groups `value` and, unless `key` names it, `attribute`; flag `d`. */
export interface DeclarationRule {
  readonly pattern: RegExp;
  readonly key?: string;
  /** The key where the words decide it; undefined refuses. `thing/attribute` is the key of a thing's attribute. */
  readonly keyOf?: (groups: Readonly<Record<string, string | undefined>>, value: string) => string | undefined;
  /** Holds only at the start of a text, where the user can speak of nothing else. */
  readonly opens?: boolean;
  /** The value must match in full. */
  readonly accepts?: RegExp;
  readonly refuses?: RegExp;
  readonly corrects?: boolean;
  /** Only for attributes of the glossary, with a value that they accept. */
  readonly known?: boolean;
}

const MAX_VALUE = 80;
const QUESTION_WORD = /什么|多少|哪[里儿个些家]?|谁|几[点号个]|怎么|啥|^(?:what|which|who|where|unknown|not known)\b/i;
const HEDGE = /可能|大概|也许|好像|差不多|maybe|perhaps|probably|i think|not sure/i;
/** A predicate, not the name of something: “broken”, “very late”, “昨天寄的”. */
const PREDICATE_ZH =
  /^(?:很|太|不|没|在|已经?|想|要|被|从|去|来|坏|丢|有|还|为了|因为|昨天|今天|希望|能|可以|这|那|指)|[的吗呢]$/;
const PREDICATE_EN =
  /^(?:not|very|so|too|broken|late|missing|delayed|wrong|lost|gone|here|there|in|on|at|to|that|because|about|still|already|being|been|going|coming|always|never|really|quite|a bit|full|down|due|ready|fine|good|bad|great|okay|ok|more|less|\w{2,}ing|\w{2,}ed)\b/i;
/** English nouns that have a value by nature. */
export const NOUN_WITH_VALUE =
  /(?:word|phrase|code|key|name|number|no|id|address|date|day|birthday|colou?r|size|brand|model|language|seat|team|account|plate|city|country|time ?zone|title|role|school|pet|dog|cat|car|hobby|food|drink|movie|book|song|sport|level|tier|currency|unit|pronouns?|token|handle|username)s?$/i;

/** What the rule reads in a clause, or undefined when the clause says nothing of that kind that is certain. */
export function declarationIn(
  clause: string,
  original: string,
  rule: DeclarationRule,
  stressed: boolean,
): (SpeechAct & { act: 'declare' }) | undefined {
  const match = rule.pattern.exec(clause);
  const span = match?.indices?.groups?.['value'];
  if (!match || !span) return undefined;
  const value = cleanValue(original.slice(...span));
  const attribute = attributeOf(rule, match.groups ?? {}, value);
  if (!attribute || !isValue(value) || (rule.accepts && !rule.accepts.test(value)) || rule.refuses?.test(value))
    return undefined;
  const known = attributeOfSubject(attribute.key) !== undefined;
  if (rule.known && (!known || attribute.accepts?.test(value) === false)) return undefined;
  const named = attribute.accepts?.test(value) === false ? freeAttribute(match.groups?.['attribute']) : attribute;
  if (!named || ((!known || named !== attribute) && !isNameable(named.key, value, stressed))) return undefined;
  return {
    act: 'declare',
    kind: named.kind,
    key: named.key,
    value,
    durable: named.durable,
    many: named.many ?? false,
    corrects: rule.corrects ?? false,
  };
}

function attributeOf(
  { key, keyOf }: DeclarationRule,
  groups: Readonly<Record<string, string | undefined>>,
  value: string,
): Attribute | undefined {
  if (keyOf) {
    const named = keyOf(groups, value);
    const attribute = named === undefined ? undefined : attributeOfSubject(named);
    return attribute && named !== undefined ? { ...attribute, key: named } : undefined;
  }
  return key === undefined ? attributeNamed(groups['attribute'] ?? '') : attributeOfKey(key);
}

/** “我的手机是小米13”: the noun has another sense than the glossary's, and keeps its own name. */
function freeAttribute(noun: string | undefined): Attribute | undefined {
  return noun === undefined ? undefined : { key: noun.trim().toLowerCase(), words: [], kind: 'facts', durable: true };
}

export function cleanValue(value: string): string {
  return unquote(
    value
      .trim()
      .replace(/[ 。.!！]+$/, '')
      .replace(/(?:[吧哦喔啊呀哈啦咯哟呗]|(?<=.{2})了){1,2}$/, '')
      .trim(),
  ).trim();
}

export function isValue(value: string): boolean {
  return (
    value !== '' &&
    value.length <= MAX_VALUE &&
    !value.includes(QUOTED) &&
    !value.includes('\n') &&
    !QUESTION_WORD.test(value) &&
    !HEDGE.test(value)
  );
}

function isNameable(noun: string, value: string, stressed: boolean): boolean {
  if (/\p{Script=Han}/u.test(noun)) return value.length <= 32 && (!PREDICATE_ZH.test(value) || isCity(value));
  if (noun.split(' ').length > 4) return false;
  return (
    !PREDICATE_EN.test(value) && (stressed || NOUN_WITH_VALUE.test(noun) || /\d|^[A-Z]|\p{Script=Han}/u.test(value))
  );
}
