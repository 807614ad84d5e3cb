import { findAnchors } from '../find-anchors';
import { nicknamesByCustom } from './nicknames-by-custom';
import type { Contact } from './contact';

const people = (text: string, contacts: readonly Contact[] = []) =>
  findAnchors(text, { nowMs: 0, timeZone: 'UTC', contacts })
    .filter(({ kind }) => kind === 'person')
    .map(({ value, candidates }) => (candidates ? `${value}?${candidates.join('/')}` : value));

const CONTACTS: readonly Contact[] = [
  { name: '王莉', aliases: ['王姐', '莉莉'] },
  { name: '陈志远', aliases: [], title: '生产经理' },
  { name: '陈思', aliases: [] },
  { name: '周海', aliases: [] },
  { name: 'Rachel Adams', aliases: ['Rae'] },
  { name: 'Sam Brook', aliases: [] },
  { name: 'Sam Field', aliases: [] },
];

describe('M11: people whom the user knows', () => {
  it.each([
    ['把报表转成PDF发给王姐', ['王莉']],
    ['莉莉说可以', ['王莉']],
    ['给志远打个电话', ['陈志远']],
    ['问下陈经理', ['陈志远']],
    ['周哥在吗', ['周海']],
    ['ask Rae about it', ['Rachel Adams']],
    ['forward it to Rachel', ['Rachel Adams']],
  ])('are called by their names in the contacts: %s', (text, names) => expect(people(text, CONTACTS)).toEqual(names));

  it.each([
    ['发给小陈', ['小陈?陈志远/陈思']],
    ['王老师说可以', ['王老师?王莉']],
    ['call Sam', ['Sam?Sam Brook/Sam Field']],
  ])('are not guessed where it may be another: %s', (text, names) => expect(people(text, CONTACTS)).toEqual(names));
});

describe('M11: people without contacts', () => {
  it.each([
    ['请通知何晓燕和吴迪', ['何晓燕', '吴迪']],
    ['转告诸葛青云一声', ['诸葛青云']],
    ['高总说可以', ['高总']],
    ['赵六说他请假', ['赵六']],
    ['小郑把钥匙放前台了', ['小郑']],
    ['负责人：蒋文斌', ['蒋文斌']],
    ['email Laura Chen and Miguel', ['Laura Chen', 'Miguel']],
    ['tell Mr. Okafor I will be late', ['Okafor']],
    ['assign the ticket to Nadia', ['Nadia']],
  ])('are told by a title, the tagger or a word beside them: %s', (text, names) => expect(people(text)).toEqual(names));

  it.each([
    '联系华为客服',
    '找工商银行的客户经理',
    '白云山制药的药',
    '提高总量',
    '张家界总是下雨',
    '3小时之内',
    '小程序打不开',
    '向工程师反馈',
    '方便的话请于明天回复',
    'ask Bank of America',
    'send it to Google',
    'contact Amazon Support',
    'flights to Paris on Monday',
    'Apple pie in May',
  ])('are no organisations, places or plain words: %s', (text) => expect(people(text)).toEqual([]));
});

describe('M5, M11: people as custom calls them', () => {
  const known = (name: string, title?: string): Contact => ({
    ...{ name, aliases: [], derived: nicknamesByCustom(name, title) },
    ...(title === undefined ? {} : { title }),
  });
  const contacts = [known('王莉'), known('赵志刚'), known('Robert Jones'), known('Elizabeth Chen')];

  it.each([
    ['发给王姐', ['王莉']],
    ['莉莉说可以，问下阿莉', ['王莉', '王莉']],
    ['通知赵哥', ['赵志刚']],
    ['ask Bob about it', ['Robert Jones']],
    ['forward it to Liz', ['Elizabeth Chen']],
  ])('are whom the user knows: %s', (text, names) => expect(people(text, contacts)).toEqual(names));

  it('are asked about where it may be two, and the one whom the user calls so goes before', () => {
    const both = [known('Robert Jones'), known('Bob Stone')];
    expect(people('ask Bob about it', both)).toEqual(['Bob?Robert Jones/Bob Stone']);
    expect(people('莉莉说可以', [known('王莉'), known('陈莉')])).toEqual(['莉莉?王莉/陈莉']);
    expect(people('莉莉说可以', [known('王莉'), { ...known('陈莉'), aliases: ['莉莉'] }])).toEqual(['陈莉']);
  });

  it.each(['王总是迟到', '小王子的故事', '刚刚发生的事', '志刚性需求'])('are no parts of other words: %s', (text) =>
    expect(people(text, [known('王莉', '总经理'), known('赵志刚')])).toEqual([]),
  );
});
