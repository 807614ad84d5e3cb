import { growsLinearly } from '@plinth/testing';
import { findAnchors } from '../find-anchors';
import type { Contact } from '../people/contact';
import { ACTION_FORMS } from './action-forms';
import { findActions } from './find-actions';

const CONTACTS: readonly Contact[] = [{ name: '王莉', aliases: ['王姐'] }];
const chain = (text: string) =>
  findActions(text, findAnchors(text, { nowMs: 0, timeZone: 'UTC', contacts: CONTACTS })).map(
    ({ action, object, into, recipient, status }) =>
      [
        action,
        object ?? '-',
        ...(into ? [`into ${into}`] : []),
        ...(recipient ? [`to ${recipient}`] : []),
        ...(status === 'asked' ? [] : [status]),
      ].join(' '),
  );

describe('M11: chains of actions', () => {
  it.each([
    ['把报表转成PDF发给王姐', ['convert 报表 into PDF', 'send 报表 to 王莉']],
    ['先打印合同，然后扫描，再发给法务的李婷', ['print 合同', 'scan 合同', 'send 合同 to 李婷']],
    ['打开《设备台账》翻译成英文', ['open 设备台账', 'translate 设备台账 into 英文']],
    ['给张伟发一份巡检报告', ['send 巡检报告 to 张伟']],
    ['批改二班的试卷，把成绩单发给家长', ['grade 二班的试卷', 'send 成绩单 to 家长']],
    ['取消订单A10023并退款', ['cancel 订单A10023', 'refund 订单A10023']],
    ['convert it to PDF and email it to Tom', ['convert - into PDF', 'send - to Tom']],
    [
      'Please summarize the minutes, translate them into French and share them with Priya',
      ['summarise minutes', 'translate minutes into French', 'send minutes to Priya'],
    ],
    ['turn report.docx into PDF, then upload it', ['convert report.docx into PDF', 'upload report.docx']],
    ['Could you look up order #88231 and refund it?', ['look_up order #88231', 'refund order #88231']],
    [
      'let Rachel know and send the invoice to the finance team',
      ['notify - to Rachel', 'send invoice to finance team'],
    ],
  ])('%s', (text, actions) => expect(chain(text)).toEqual(actions));

  it.each([
    ['把季度报表.xlsx弄成PDF，再甩给王姐', ['convert 季度报表.xlsx into PDF', 'send 季度报表.xlsx to 王莉']],
    ['帮我整个周报', ['create 周报']],
    ['搞个合同模板出来', ['create 合同模板']],
    ['跟赵师傅招呼一声', ['notify - to 赵师傅']],
    ['瞅一眼巡检表', ['look_up 巡检表']],
    ['whip up a report and shoot it to Laura', ['create report', 'send report to Laura']],
  ])('colloquial and dialect words are those of the standard: %s', (text, actions) =>
    expect(chain(text)).toEqual(actions),
  );

  it.each([
    ['别把合同发给客户', ['send 合同 to 客户 negated']],
    ['我已经转成PDF了，发给王姐吧', ['convert - into PDF done', 'send - to 王莉']],
    ["Don't delete the log", ['delete log negated']],
  ])('what is forbidden or done is no request: %s', (text, actions) => expect(chain(text)).toEqual(actions));

  it.each([
    '整个项目都完成了',
    '日期改成明天',
    '今天天气不错',
    'The report was good',
    'My email is a@b.co',
    'make up your mind',
  ])('asks for nothing: %s', (text) => expect(chain(text)).toEqual([]));

  it('knows every Chinese form under one action only', () => {
    const forms = ACTION_FORMS.flatMap(({ zh, spoken = '' }) => `${zh} ${spoken}`.trim().split(' '));
    expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([]);
  });

  it.each(['把报表', '发给', 'a and send ', 'send the report to ', '整个', '转成PDF'])(
    'stays linear on 32 kB of %s',
    (unit) => growsLinearly(unit, (n) => findActions(unit.repeat(n / unit.length), []), 8_192),
  );
});

describe('M11: files', () => {
  const files = (text: string) =>
    findAnchors(text, { nowMs: 0, timeZone: 'UTC' }).flatMap(({ kind, value }) => (kind === 'file' ? [value] : []));

  it.each([
    ['请把3月考勤表.xlsx发给人事', ['3月考勤表.xlsx']],
    ['打开《安全检查记录表》', ['安全检查记录表']],
    ['把维修报告和照片.zip上传', ['维修报告', '照片.zip']],
    ['导出成Q2_summary.csv', ['Q2_summary.csv']],
    ['这份合同谁签', ['合同']],
    ['see budget-2024.v2.xlsx and notes.md', ['budget-2024.v2.xlsx', 'notes.md']],
    ['please print the lesson plan', ['lesson plan']],
    ['访问www.example.com看看', []],
    ['合同法规定了什么', []],
    ['I was given a good grade', []],
  ])('%s', (text, names) => expect(files(text)).toEqual(names));
});
