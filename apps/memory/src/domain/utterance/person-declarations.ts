import { particularNamed, PARTICULAR_WORDS_EN, PARTICULAR_WORDS_ZH, PERSON_NAME_ZH } from './address-book';
import { attributeOfKey, type Attribute } from './attributes';
import { cleanValue, isValue } from './declaration';
import { RELATION_WORDS_EN, RELATION_WORDS_ZH, relationNamed } from './relations';
import type { SpeechAct } from './speech-act';

export type Declaration = SpeechAct & { readonly act: 'declare' };

export interface PersonStatement {
  readonly declarations: readonly Declaration[];
  /** Whom the sentence goes on to be about, as the first part of a key. */
  readonly subject: string;
}

interface PersonRule {
  readonly pattern: RegExp;
  /** Without it the pattern has a group `attribute`. */
  readonly key?: 'age' | 'name';
  readonly corrects?: boolean;
}

const WHO_ZH = `(?:把|将)?(?:我们?(?:家里?)?的?)?(?<relation>${RELATION_WORDS_ZH})(?<name>${PERSON_NAME_ZH})?`;
const WHO_EN = `(?:my |our )(?<relation>${RELATION_WORDS_EN})(?: (?<name>[A-Z][\\p{L}'-]{1,20}))?`;
const NEW_ZH = '(?:的?号?(?:改成|改为|换成|改到|更新为)了?)';
const PARTICULAR_ZH = `(?<attribute>(?:新的?|现在的?)?(?:${PARTICULAR_WORDS_ZH}))`;
const PARTICULAR_EN = `(?<attribute>(?:new |current )?(?:${PARTICULAR_WORDS_EN}))`;
const NAME_ZH = "(?<value>[\\p{Script=Han}·]{2,5}|[A-Za-z][A-Za-z .'-]{0,30})";
const NAME_EN = "(?<value>\\p{Lu}[\\p{L}'-]{0,20}(?: \\p{Lu}[\\p{L}'.-]{0,20}){0,2})";

const RULES: readonly PersonRule[] = [
  { pattern: new RegExp(`^${WHO_ZH}的?${PARTICULAR_ZH}${NEW_ZH}\\s*(?<value>.+)$`, 'du'), corrects: true },
  { pattern: new RegExp(`^${WHO_ZH}的?${PARTICULAR_ZH}(?:就?是|为|叫|在|:|：)?\\s*(?<value>.+)$`, 'du') },
  {
    pattern: new RegExp(
      `^${WHO_ZH}(?:今年|现在|已经|刚|快|都|也|上个月|上周|昨天|今天|就|是)*满?(?<value>\\d{1,3}(?:个月|岁半?)|[一二三四五六七八九十]{1,3}岁半?)了?$`,
      'du',
    ),
    key: 'age',
  },
  { pattern: new RegExp(`^${WHO_ZH}的?(?:名字|也|现在|就)?(?:叫做?|名叫|改名叫)${NAME_ZH}$`, 'du'), key: 'name' },
  {
    pattern: new RegExp(
      `^我(?:家)?(?:里)?(?:新)?(?:养|有)了?(?:一?[只条个位名])?(?<relation>${RELATION_WORDS_ZH})(?:名字|名)?叫${NAME_ZH}$`,
      'du',
    ),
    key: 'name',
  },
  {
    pattern: new RegExp(`^${WHO_EN}(?:'s|’s) ${PARTICULAR_EN}(?: has)? (?:changed to|is now) (?<value>.+)$`, 'diu'),
    corrects: true,
  },
  {
    pattern: new RegExp(`^(?:change|update|set) ${WHO_EN}(?:'s|’s) ${PARTICULAR_EN} to (?<value>.+)$`, 'diu'),
    corrects: true,
  },
  { pattern: new RegExp(`^${WHO_EN}(?:'s|’s) ${PARTICULAR_EN}(?: is| =|:) (?:on )?(?<value>.+)$`, 'diu') },
  {
    pattern: new RegExp(
      `^${WHO_EN} (?:is|(?:has )?(?:just )?turned) (?:now |just |already )?(?<value>\\d{1,3})(?: years? old)?(?: now)?$`,
      'diu',
    ),
    key: 'age',
  },
  {
    pattern: new RegExp(`^[Mm]y (?<relation>${RELATION_WORDS_EN}) is (?:called |named )?${NAME_EN}$`, 'du'),
    key: 'name',
  },
  {
    pattern: new RegExp(`^[Ii] have an? (?<relation>${RELATION_WORDS_EN}) (?:called|named) ${NAME_EN}$`, 'du'),
    key: 'name',
  },
];

/** “张伟的电话是…”: somebody whom only a name tells. */
const NAMED: readonly PersonRule[] = [
  {
    pattern: new RegExp(`^(?:把|将)?(?<name>${PERSON_NAME_ZH})的?${PARTICULAR_ZH}${NEW_ZH}\\s*(?<value>.+)$`, 'du'),
    corrects: true,
  },
  { pattern: new RegExp(`^(?<name>${PERSON_NAME_ZH})的${PARTICULAR_ZH}(?:就?是|为|:|：)\\s*(?<value>.+)$`, 'du') },
  {
    pattern: new RegExp(
      `^(?:change|update|set) (?<name>\\p{Lu}[\\p{L}-]{1,20})(?:'s|’s) ${PARTICULAR_EN} to (?<value>.+)$`,
      'du',
    ),
    corrects: true,
  },
  { pattern: new RegExp(`^(?<name>\\p{Lu}[\\p{L}-]{1,20})(?:'s|’s) ${PARTICULAR_EN} is (?:now )?(?<value>.+)$`, 'du') },
];
const GOES_ON = [
  new RegExp(`^(?:[他她]的?)?${PARTICULAR_ZH}(?:就?是|为|叫|:|：)?\\s*(?<value>.+)$`, 'du'),
  new RegExp(`^(?:and )?(?:his|her|their|the) ${PARTICULAR_EN} is (?<value>.+)$`, 'diu'),
];

/** What a clause states about somebody of the user's: a relation, or a person by name. */
export function personStatementIn(clause: string, original: string): PersonStatement | undefined {
  for (const rule of [...RULES, ...NAMED]) {
    const match = rule.pattern.exec(clause);
    const groups = match?.groups;
    const span = match?.indices?.groups?.['value'];
    if (!groups || !span) continue;
    const { relation: word, name } = groups;
    const relation = word === undefined ? undefined : relationNamed(word);
    if (word !== undefined && relation === undefined) continue;
    if (name !== undefined && relationNamed(name) !== undefined) continue;
    const attribute = rule.key === undefined ? particularNamed(groups['attribute'] ?? '') : attributeOfKey(rule.key);
    const value = cleanValue(original.slice(...span));
    const subject = name ?? relation?.key;
    if (!attribute || subject === undefined || !fits(attribute, value)) continue;
    const said = declared(`${subject}/${attribute.key}`, value, attribute, {
      corrects: rule.corrects ?? false,
      many: attribute.key === 'name' && relation?.many === true,
    });
    const introduced = name !== undefined && relation ? [introduction(relation, name)] : [];
    return { declarations: [...introduced, said], subject };
  }
  return undefined;
}

/** “…，邮箱是…”: a clause without a person goes on about the one of the sentence. */
export function statementAbout(subject: string, clause: string, original: string): Declaration | undefined {
  for (const pattern of GOES_ON) {
    const match = pattern.exec(clause);
    const span = match?.indices?.groups?.['value'];
    const attribute = particularNamed(match?.groups?.['attribute'] ?? '');
    const value = span ? cleanValue(original.slice(...span)) : '';
    if (attribute && fits(attribute, value))
      return declared(`${subject}/${attribute.key}`, value, attribute, { corrects: false, many: false });
  }
  return undefined;
}

function introduction(relation: { readonly key: string; readonly many?: boolean }, name: string): Declaration {
  const attribute = attributeOfKey('name');
  return declared(`${relation.key}/name`, name, attribute, { corrects: false, many: relation.many ?? false });
}

function declared(
  key: string,
  value: string,
  attribute: Attribute | undefined,
  how: { corrects: boolean; many: boolean },
): Declaration {
  return { act: 'declare', kind: 'facts', key, value, durable: attribute?.durable ?? true, ...how };
}

/** Particulars have a form; what has another is a predicate (“生日快到了”, “phone is broken”). */
const FORMS: Readonly<Record<string, RegExp>> = {
  birthday:
    /^(?:农历|阴历|阳历|公历)?(?=.*(?:\d|[正一二三四五六七八九十]月|january|february|march|april|may|june|july|august|september|october|november|december)).{2,24}$/i,
  age: /^(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?:岁半?|个月| years? old)?$/,
  name: /^(?:[\p{Script=Han}·]{1,6}|\p{L}[\p{L} .'’-]{0,40})$/u,
  preferred_name: /^(?:[\p{Script=Han}·]{1,6}|\p{L}[\p{L} .'’-]{0,40})$/u,
};

function fits(attribute: Attribute, value: string): boolean {
  const form = attribute.accepts ?? FORMS[attribute.key];
  return isValue(value) && (form?.test(value) ?? true) && !/^(?:什么|谁|啥|也|都|没|不|很|not|wrong)/.test(value);
}

const NEW_CONTACT = [
  new RegExp(
    `^${WHO_ZH}的?(?:手机|电话|邮箱)?(?:已经|也|刚|最近|上周|昨天)*(?:换|改|变)(?:了?新?(?:手机号码?|电话号码?|号码?|邮箱|电话)了?|了)$`,
    'du',
  ),
  new RegExp(
    `^${WHO_EN}(?:(?:'s|’s) (?:phone |mobile |cell |e?mail )?(?:number|address|e-?mail)(?: has)? changed| (?:has )?(?:changed|got) (?:his|her|their|a new) (?:phone |mobile )?(?:number|email))$`,
    'diu',
  ),
];
const OWN_NEW_CONTACT =
  /^我(?:的?(?:手机|电话|邮箱))?(?:已经|刚|最近|上周|昨天)*(?:换|改)(?:了?新?(?:手机号码?|电话号码?|号码?|邮箱)了?|了)$|^(?:i (?:have |'ve )?(?:changed my|got a new)|my) (?:phone |mobile )?(?:number|email)(?: has)?(?: changed)?$/i;
const NEWLY =
  /^(?:now )?(?:it's|it is|its) (?:now )?|^(?:to|now) |^(?:现在|新号码?|新的)?(?:就?是|改成|换成|为|:|：)?\s*/i;

/** “爸爸的换号了，13600009999”: the value stands alone in the clause after the one that tells whose it is. */
export function newContactIn(clause: string, next: string): Declaration | undefined {
  const groups = NEW_CONTACT.map((pattern) => pattern.exec(clause)?.groups).find((found) => found !== undefined);
  if (!groups && !OWN_NEW_CONTACT.test(clause)) return undefined;
  const subject = groups && (groups['name'] ?? relationNamed(groups['relation'] ?? '')?.key);
  const value = cleanValue(next.replace(NEWLY, ''));
  const attribute = [attributeOfKey('email'), attributeOfKey('phone')].find((of) => of?.accepts?.test(value) === true);
  if (!attribute || (groups && subject === undefined)) return undefined;
  const key = subject === undefined ? attribute.key : `${subject}/${attribute.key}`;
  return declared(key, value, attribute, { corrects: true, many: false });
}

const PRONOUN = [
  new RegExp(`^[他她它]的?${PARTICULAR_ZH}(?:就?是|为|叫)\\s*(?<value>.+)$`, 'du'),
  /^[他她它](?:其实|就)?叫(?<value>.+)$/du,
  new RegExp(`^(?:his|her|its|their) ${PARTICULAR_EN} is (?:now |actually )?(?<value>.+)$`, 'diu'),
  /^(?:he|she|it)(?:'s|’s| is) (?:called|named) (?<value>.+)$/diu,
];

/** “Actually his name is Tom”: corrects a particular of whoever was spoken of last. */
export function particularOfLast(clause: string, original: string): (SpeechAct & { act: 'correct' }) | undefined {
  for (const pattern of PRONOUN) {
    const match = pattern.exec(clause);
    const span = match?.indices?.groups?.['value'];
    const attribute = match && particularNamed(match.groups?.['attribute'] ?? 'name');
    const value = span ? cleanValue(original.slice(...span)) : '';
    if (attribute && fits(attribute, value)) return { act: 'correct', value, of: attribute.key, typedOnly: false };
  }
  return undefined;
}
