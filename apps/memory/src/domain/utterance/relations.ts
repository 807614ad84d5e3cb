import type { RelationKey } from '@plinth/contracts';

/** What people call somebody who belongs to them. Data: to widen the vocabulary, add a word or a row. */
interface Relation {
  readonly key: RelationKey;
  readonly words: string;
  /** One has several, so that another name is another person. */
  readonly many?: boolean;
}

const RELATIONS: readonly Relation[] = [
  { key: 'mother', words: '老妈|妈妈|妈|母亲|mother|mom|mum' },
  { key: 'father', words: '老爸|爸爸|爸|父亲|father|dad' },
  { key: 'wife', words: '妻子|老婆|太太|媳妇|wife' },
  { key: 'husband', words: '丈夫|老公|先生|husband' },
  { key: 'partner', words: '爱人|对象|伴侣|partner' },
  { key: 'boyfriend', words: '男朋友|男友|boyfriend' },
  { key: 'girlfriend', words: '女朋友|女友|girlfriend' },
  { key: 'daughter', words: '女儿|闺女|daughter' },
  { key: 'son', words: '儿子|son' },
  { key: 'child', words: '孩子|小孩|宝宝|child|kid|baby' },
  { key: 'elder_brother', words: '哥哥|大哥|哥|older brother|elder brother|big brother' },
  { key: 'younger_brother', words: '弟弟|弟|younger brother|little brother' },
  { key: 'brother', words: '兄弟|brother' },
  { key: 'elder_sister', words: '姐姐|大姐|姐|older sister|elder sister|big sister' },
  { key: 'younger_sister', words: '妹妹|妹|younger sister|little sister' },
  { key: 'sister', words: '姐妹|sister' },
  { key: 'grandfather', words: '爷爷|祖父|grandfather|grandpa|granddad' },
  { key: 'grandmother', words: '奶奶|祖母|grandmother|grandma|granny' },
  { key: 'mothers_father', words: '外公|姥爷' },
  { key: 'mothers_mother', words: '外婆|姥姥' },
  { key: 'uncle', words: '叔叔|舅舅|伯伯|姑父|姨父|uncle', many: true },
  { key: 'aunt', words: '阿姨|姑姑|舅妈|婶婶|姨妈|aunt|auntie', many: true },
  { key: 'cousin', words: '表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐|堂妹|cousin', many: true },
  { key: 'boss', words: '上司|领导|老板|主管|经理|boss|manager|supervisor' },
  { key: 'assistant', words: '助理|秘书|assistant|secretary' },
  { key: 'colleague', words: '同事|colleague|coworker|co-worker|teammate', many: true },
  { key: 'friend', words: '好朋友|朋友|好友|闺蜜|哥们|best friend|friend|buddy', many: true },
  { key: 'roommate', words: '室友|舍友|roommate|flatmate', many: true },
  { key: 'classmate', words: '同学|classmate', many: true },
  { key: 'teacher', words: '班主任|老师|导师|teacher|tutor', many: true },
  { key: 'neighbour', words: '邻居|neighbour|neighbor', many: true },
  { key: 'client', words: '客户|client|customer', many: true },
  { key: 'doctor', words: '医生|大夫|doctor', many: true },
  { key: 'landlord', words: '房东|landlord|landlady' },
  { key: 'cat', words: '猫咪|猫|cat|kitten', many: true },
  { key: 'dog', words: '狗狗|狗|dog|puppy', many: true },
  { key: 'pet', words: '宠物|pet', many: true },
];

const wordsOf = (han: boolean): string =>
  RELATIONS.flatMap(({ words }) => words.split('|'))
    .filter((word) => /\p{Script=Han}/u.test(word) === han)
    .sort((a, b) => b.length - a.length)
    .join('|');

/** Alternatives of a pattern, longest first. */
export const RELATION_WORDS_ZH = wordsOf(true);
export const RELATION_WORDS_EN = wordsOf(false);

const byWord: ReadonlyMap<string, Relation> = new Map(
  RELATIONS.flatMap((relation) => relation.words.split('|').map((word) => [word, relation] as const)),
);

export const relationNamed = (word: string): Pick<Relation, 'key' | 'many'> | undefined =>
  byWord.get(word.toLowerCase());
