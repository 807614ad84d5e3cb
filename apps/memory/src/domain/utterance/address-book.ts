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

/** Surnames by which a bare name is told from a shop: “张伟的电话”, not “酒店的电话”. */
const SURNAMES =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
const TITLES = '总|工|姐|哥|叔|姨|经理|老师|医生|主任|师傅|律师|教授|先生|女士|小姐';
/** A person's name, as part of a pattern. */
export const PERSON_NAME_ZH = `(?:[小老阿][\\p{Script=Han}]|[${SURNAMES}](?:${TITLES}|[\\p{Script=Han}]{1,2}?))`;

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
