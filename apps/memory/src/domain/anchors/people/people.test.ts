import { findAnchors } from '../find-anchors';
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
