import type { Anchor } from '@plinth/contracts';
import type { AnchorRule } from '../anchor-rule';
import { namesAt } from '../address/divisions';
import type { Word } from '../han-words';
import { ALSO_WORDS, NO_NAMES, ORGANISATION_TAIL, ORGANISATIONS, SURNAME, TITLES_ZH } from './name-tables';
import { personAt } from './resolve-person';

const NAME = new RegExp(`^${SURNAME}\\p{Script=Han}{1,2}$`, 'u');
const SURNAME_ONLY = new RegExp(`^${SURNAME}$`);
const TITLE = new RegExp(`^(?:${TITLES_ZH})`);
const TITLED = new RegExp(`(?:[小老](?=${SURNAME}))?${SURNAME}(?:\\p{Script=Han}{1,2}?)?(?:${TITLES_ZH})`, 'uy');
const FAMILIAR = new RegExp(`[小老]${SURNAME}(?!${TITLES_ZH})`, 'y');
/** 总, 工 and the like are syllables of other words too: 总是, 工作, 导出. */
const NOT_A_TITLE = /^(?:总[是共计结部算体]|工[作资具程厂业人序地期时单艺号]|导[出入致航]|董事)/;

/** Words after which a person stands. */
const BEFORE =
  /(?:联系|通知|发给|发送给|寄给|交给|转给|转交给?|转发给?|抄送|告诉|告知|转告|提醒|找|问|问问|问下|叫|请|让|给|和|跟|与|同|由|@|约|派|指派|分配给|指派给|派给|邀请|拜托|麻烦|感谢|谢谢|收件人|联系人|姓名|负责人|经办人|值班员|巡检员|检查人|学生|客户|家长|同事|朋友|同学|老师|主管|总监|专员|客服|代表|助理|秘书|司机|员|组长|队长|投诉|表扬|举报|我叫|名叫|叫做|我是|他是|她是|妈|爸|老婆|老公|儿子|女儿|领导|员工|师傅|医生|经理|主任|组长|班长|(?:[班组科部队室间司店院校系]|法务|财务|人事|行政|采购|销售|售后|技术|市场|运维)的|[:：、])(?:了|一下|的是|是|为|[:：])? ?$/;
/** Words that a person stands before. */
const AFTER =
  /^(?:[、和跟与及]|说|讲|来|去|在|把|将|被|已|今|明|昨|请假|迟到|缺席|上报|汇报|反馈|负责|发|问|让|告诉|同意|批准|签|打|的(?:电话|手机|邮箱|作业|成绩|考勤|联系方式|订单|课|报告|工单|意见|生日|名字|号码|座位|地址|论文|试卷|病历|医保|快递|包裹|资料|简历|照片|合同|班))/;
/** The tagger now and then takes the verb for the last syllable of an unknown name: 赵六说. */
const TRAILING_VERB = /^(\p{Script=Han}{2})[说讲在来去把是有要能会好吗让给请发已的也都就]$/u;
const CLAUSE_END = /^(?:$|[ ，。,.!！?？；;…）)\n])/;
const CLAUSE_START = /(?:^|[ ，。,.!！?？；;…（(\n])$/;

/** Persons in Chinese: a family name with a title, and names that the tagger or a word beside them tells; organisations are none. */
export const zhPeople: AnchorRule = (text, { words, contacts }) => {
  const split = words().flatMap(withoutLead);
  const people: Anchor[] = [];
  split.forEach((word, i) => {
    const end = titledEnd(word, text) ?? familiarEnd(word, split[i + 1], text) ?? nameEnd(word, split[i + 1], text);
    if (end !== undefined) people.push(personAt(text, word.start, end, contacts));
  });
  return people;
};

/** An unknown word often begins with the particle before a name: 由夏志刚, 和康. */
function withoutLead(word: Word): Word[] {
  if (word.tag !== 'x' || !/^[由和跟与给让请找叫问把](?=.)/.test(word.text)) return [word];
  const [at, rest] = [word.start + 1, word.text.slice(1)];
  return [
    { text: word.text.slice(0, 1), tag: 'p', start: word.start, end: at },
    { ...word, text: rest, start: at },
  ];
}

/** A family name or a whole name with its title, beginning with a word that may be the name. */
function titledEnd(word: Word, text: string): number | undefined {
  if (word.text.length > 1 && !/^(?:nr|x)/.test(word.tag)) return undefined;
  TITLED.lastIndex = word.start;
  const [written] = TITLED.exec(text) ?? [];
  if (written === undefined) return undefined;
  const end = word.start + written.length;
  return NOT_A_TITLE.test(text.slice(end - 1, end + 1)) || !isPerson(written, text, end) ? undefined : end;
}

/** 小李 and 老张, where a word beside them says that they are somebody. */
function familiarEnd(word: Word, next: Word | undefined, text: string): number | undefined {
  FAMILIAR.lastIndex = word.start;
  const [written] = FAMILIAR.exec(text) ?? [];
  if (written === undefined) return undefined;
  const end = word.start + written.length;
  const apart = word.end === end || next?.end === end || word.tag === 'x';
  return apart && isPerson(written, text, end) && cued(text, word.start, end) ? end : undefined;
}

const isPerson = (name: string, text: string, end: number): boolean =>
  !NO_NAMES.has(name) &&
  !ORGANISATIONS.has(name) &&
  !ORGANISATION_TAIL.test(text.slice(end, end + 4)) &&
  !isDivision(name);

/** 张家界 and 宁波 begin like names. */
const isDivision = (name: string): boolean =>
  namesAt(name, 0).some(
    ({ text, full, divisions }) => text === name && (full || divisions.some(({ level }) => level !== 'county')),
  );

function cued(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  const after = text.slice(end, end + 6);
  if (CLAUSE_START.test(before)) return CLAUSE_END.test(after) || AFTER.test(after);
  return BEFORE.test(before) || AFTER.test(after);
}

/** Where the name that begins with a word ends: by the word's tag, or by a cue beside an unknown word, or in two words. */
function nameEnd(word: Word, next: Word | undefined, text: string): number | undefined {
  const name = word.tag === 'x' ? word.text.replace(TRAILING_VERB, '$1') : word.text;
  const end = word.start + name.length;
  if (NAME.test(name) && isPerson(name, text, end)) {
    if (word.tag.startsWith('nr') && (name.length > 2 || cued(text, word.start, end))) return end;
    const unknown = word.tag === 'x' ? !ALSO_WORDS.test(name) : /^n[^s]/.test(word.tag);
    if (unknown && cued(text, word.start, end)) return end;
  }
  if (!next || !SURNAME_ONLY.test(word.text)) return undefined;
  const whole = word.text + next.text;
  if (
    !NAME.test(whole) ||
    !(word.text.length > 1 || /^(?:nr|x|ns|ng|nz)/.test(next.tag)) ||
    !isPerson(whole, text, next.end)
  )
    return undefined;
  const named = BEFORE.test(text.slice(Math.max(0, word.start - 6), word.start));
  return named || TITLE.test(text.slice(next.end, next.end + 3)) ? next.end : undefined;
}
