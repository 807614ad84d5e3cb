import { FREQUENT_SURNAME, NO_NAMES, SURNAME, TITLES_ZH } from '../anchors/people/name-tables';
import { attributeNamed, attributeOfKey, byWordOf, type Attribute } from './attributes';
import { RELATION_WORDS_EN, RELATION_WORDS_ZH, relationNamed } from './relations';

/**
 * Of other people memory keeps what an address book keeps, and nothing else: never their tastes, health, work or whereabouts, which
 * are theirs to tell (M12). Keys are those of the glossary under the person: `mother/birthday`.
 */
const PARTICULARS = ['name', 'preferred_name', 'birthday', 'age', 'phone', 'email'] as const;

const CALLED = '新的?|现在的?';
export const PARTICULAR_WORDS_ZH =
  '生日|出生日期|年龄|手机号码|手机号|手机|电话号码|电话|联系方式|号码|邮箱地址|邮箱|名字|姓名|昵称|小名';
export const PARTICULAR_WORDS_EN =
  'birthday|age|phone number|phone|mobile number|mobile|cell number|cell|number|email address|email|e-mail|name|full name|nickname';

/** A person's name, as part of a pattern: with a title after any family name, bare after a frequent one and where no plain word begins so. */
export const PERSON_NAME_ZH = `(?:[小老阿][\\p{Script=Han}]|${SURNAME}(?:${TITLES_ZH})|(?!(?:${[...NO_NAMES].join('|')})(?:[的新]|${PARTICULAR_WORDS_ZH}))${FREQUENT_SURNAME}[\\p{Script=Han}]{1,2}?)`;

/** The attribute of a person that a noun names; undefined for what no address book has. */
export function particularNamed(noun: string): Attribute | undefined {
  const word = noun
    .trim()
    .toLowerCase()
    .replace(new RegExp(`^(?:${CALLED}|new |current )`), '');
  const attribute = byWordOf(word);
  return attribute !== undefined && PARTICULARS.some((key) => key === attribute.key) ? attribute : undefined;
}

/** The attribute under a person's key, so that its rules go on to hold: `mother/phone` accepts what `phone` accepts. */
export function attributeOfSubject(key: string): Attribute | undefined {
  const [subject, attribute] = key.split('/');
  return subject === undefined || attribute === undefined || /^\d+$/.test(attribute)
    ? attributeOfKey(key)
    : attributeOfKey(attribute);
}

const POSSESSED = [
  new RegExp(`^(?:我们?(?:家里?)?的?)?(?<relation>${RELATION_WORDS_ZH})的?(?<noun>.+)$`, 'u'),
  new RegExp(`^(?:my )?(?<relation>${RELATION_WORDS_EN})(?:'s|’s) (?<noun>.+)$`, 'i'),
];

/** The key that a noun names, the user's own or somebody's: “邮箱”, “妈妈的生日”, “mom's birthday”. */
export function keyOfNoun(noun: string): string | undefined {
  for (const pattern of POSSESSED) {
    const groups = pattern.exec(noun.trim())?.groups;
    const relation = groups && relationNamed(groups['relation'] ?? '');
    const particular = relation && particularNamed(groups['noun'] ?? '');
    if (relation && particular) return `${relation.key}/${particular.key}`;
  }
  return attributeNamed(noun)?.key;
}
