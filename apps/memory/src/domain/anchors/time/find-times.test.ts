import fc from 'fast-check';
import { growsLinearly } from '@plinth/testing';
import { findTimes } from './find-times';
import type { TimeContext } from './time-expression';

/** Wednesday 2024-05-22, 10:30 in Shanghai. */
const NOW = Date.UTC(2024, 4, 22, 2, 30);
const said = (text: string, context: Partial<TimeContext> = {}) =>
  findTimes(text, { nowMs: NOW, timeZone: 'Asia/Shanghai', ...context });
const values = (text: string, context: Partial<TimeContext> = {}) => said(text, context).map(({ value }) => value);
const utc = (text: string, context: Partial<TimeContext> = {}) =>
  said(text, context).map(({ fromMs, untilMs }) =>
    [fromMs, untilMs].map((ms) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16))).join('/'),
  );

describe('findTimes', () => {
  it.each([
    ['大后天可以吗', '2024-05-25'],
    ['大大前天', '2024-05-18'],
    ['上个月15号', '2024-04-15'],
    ['去年本月十日', '2023-05-10'],
    ['下周周六', '2024-06-01'],
    ['上个礼拜天', '2024-05-19'],
    ['三年前的今天', '2021-05-22'],
    ['上个月的今天', '2024-04-22'],
    ['四月的第二天', '2024-04-02'],
    ['二十几天前', '2024-04-27'],
    ['三日后', '2024-05-25'],
    ['2021年6月1日', '2021-06-01'],
    ['二〇二一年五月三号', '2021-05-03'],
    ['2021/6/14', '2021-06-14'],
    ['２０２１年６月１４日', '2021-06-14'],
    ['本月最后一天', '2024-05-31'],
    ['十月的第一个星期一', '2024-10-07'],
    ['5月12号周日', '2024-05-12'],
    ['农历八月初五', '2024-09-07'],
    ['明年春节', '2025-01-29'],
    ['八月十五', '2024-09-17'],
    ['清明节', '2024-04-04'],
    ['母亲节', '2024-05-12'],
  ])('M11: the day %s is %s', (text, day) => expect(values(text)).toEqual([day]));

  it.each([
    ['the day before yesterday', '2024-05-20'],
    ['two days after tomorrow', '2024-05-25'],
    ['next Friday', '2024-05-31'],
    ['this past Wednesday', '2024-05-15'],
    ['Monday of last week', '2024-05-13'],
    ['2 years 1 month 21 days later', '2026-07-13'],
    ['two months from today on Tuesday', '2024-07-23'],
    ['the first Monday of this month', '2024-05-06'],
    ['last Friday of October', '2024-10-25'],
    ['January 3rd, 2019', '2019-01-03'],
    ['3 March 2020', '2020-03-03'],
    ['13/04/21', '2021-04-13'],
    ['Friday the 13th', '2024-09-13'],
    ['the day after Christmas', '2024-12-26'],
    ['Thanksgiving 2023', '2023-11-23'],
    ['the previous Easter', '2024-03-31'],
  ])('M11: the day %s is %s', (text, day) => expect(values(text)).toEqual([day]));

  it.each([
    ['今天十一点半', '2024-05-22T11:30'],
    ['昨天9点20', '2024-05-21T09:20'],
    ['上周六中午12点', '2024-05-18T12:00'],
    ['下下周三晚上七点', '2024-06-05T19:00'],
    ['今天晚上十二点', '2024-05-23T00:00'],
    ['差五分九点', '2024-05-22T08:55'],
    ['20时1刻', '2024-05-22T20:15'],
    ['一个半小时后', '2024-05-22T12:00'],
    ['tomorrow at 8.30pm', '2024-05-23T20:30'],
    ['today at 9p', '2024-05-22T21:00'],
    ['tonight around 7', '2024-05-22T19:00'],
    ['tonight at 1am', '2024-05-23T01:00'],
    ['quarter to five pm', '2024-05-22T16:45'],
    ['half an hour ago', '2024-05-22T10:00'],
    ['3 in the afternoon', '2024-05-22T15:00'],
    ['the end of this Sunday', '2024-05-26T23:59:59'],
  ])('M11: the time %s is %s', (text, time) => expect(values(text)).toEqual([time]));

  it.each([
    ['今年前三季度', '2024-01-01/2024-09-30'],
    ['下下周末', '2024-06-08/2024-06-09'],
    ['去年的前10天', '2023-01-01/2023-01-10'],
    ['上半月', '2024-05-01/2024-05-15'],
    ['明年3月份', '2025-03-01/2025-03-31'],
    ['五一期间', '2024-05-01/2024-05-05'],
    ['上世纪80年代', '1980-01-01/1989-12-31'],
    ['12月到2月', '2024-12-01/2025-02-28'],
    ['3-5月', '2024-03-01/2024-05-31'],
    ['5月6号那周', '2024-05-06/2024-05-12'],
    ['the week after next', '2024-06-03/2024-06-09'],
    ['earlier this month', '2024-05-01/2024-05-15'],
    ['later this week', '2024-05-23/2024-05-26'],
    ['this working week', '2024-05-20/2024-05-24'],
    ['the last week of this month', '2024-05-27/2024-06-02'],
    ['the 9th month of next year', '2025-09-01/2025-09-30'],
    ['the first week of May', '2024-04-29/2024-05-05'],
    ['May 3-5', '2024-05-03/2024-05-05'],
    ['last summer', '2023-06-01/2023-08-31'],
    ['Q1 2018', '2018-01-01/2018-03-31'],
  ])('M11: the range %s is %s', (text, range) => {
    expect(said(text)).toMatchObject([{ kind: 'range', value: range, text: text.replace(/^\(/, '') }]);
  });

  it.each([
    ['明天下午3点至5点', '2024-05-23T15:00/2024-05-23T17:00'],
    ['从昨天下午两点到明天四点', '2024-05-21T14:00/2024-05-23T04:00'],
    ['从现在到八点', '2024-05-22T10:30/2024-05-22T20:00'],
    ['13:20~次日05:40', '2024-05-22T13:20/2024-05-23T05:40'],
    ['晚上9点到第二天早上6点', '2024-05-22T21:00/2024-05-23T06:00'],
    ['未来48小时', '2024-05-22T10:30/2024-05-24T10:30'],
    ['最近10分钟', '2024-05-22T10:20/2024-05-22T10:30'],
    ['between 2pm and 4pm tomorrow', '2024-05-23T14:00/2024-05-23T16:00'],
    ['from 3 to 5 pm', '2024-05-22T15:00/2024-05-22T17:00'],
    ['3个工作日内', '2024-05-22T10:30/2024-05-28T00:00'],
  ])('M11: the range %s takes from its beginning what its end leaves out', (text, range) =>
    expect(values(text)).toEqual([range]),
  );

  it.each([
    ['用了三天', 'P3D'],
    ['两年零三个月', 'P2Y3M'],
    ['一个半月', 'P1M15D'],
    ['三刻钟', 'PT45M'],
    ['for two and a half hours', 'PT2H30M'],
    ['2 weeks and 2 days', 'P16D'],
  ])('M11: a length without a place on the calendar is a span: %s', (text, duration) => {
    expect(said(text)).toMatchObject([{ kind: 'span', value: duration }]);
    expect(said(text)[0]?.fromMs).toBeUndefined();
  });

  it.each([
    ['周五之前', 'before', '2024-05-22T02:30/2024-05-24T16:00'],
    ['5月27日之前', 'before', '2024-05-22T02:30/2024-05-27T16:00'],
    ['27日前', 'before', '2024-05-22T02:30/2024-05-27T16:00'],
    ['by Friday', 'before', '2024-05-22T02:30/2024-05-24T16:00'],
    ['before Friday', 'before', '2024-05-22T02:30/2024-05-23T16:00'],
    ['2016年以前', 'before', '/2015-12-31T16:00'],
    ['去年3月至今', 'since', '2023-02-28T16:00/2024-05-22T02:30'],
    ['after June 5', 'after', '2024-06-05T16:00/'],
  ])('M11: %s bounds one side (%s)', (text, relation, bounds) => {
    expect(said(text)).toMatchObject([{ kind: 'range', relation }]);
    expect(utc(text)).toEqual([bounds]);
  });

  it.each([
    ['4月27日', '2024-04-27', '2025-04-27', '2024-04-27'],
    ['12月31日', '2023-12-31', '2024-12-31', '2023-12-31'],
    ['27号', '2024-04-27', '2024-05-27', '2024-05-27'],
    ['周五', '2024-05-17', '2024-05-24', '2024-05-24'],
    ['国庆', '2023-10-01', '2024-10-01', '2024-10-01'],
    ['April 27th', '2024-04-27', '2025-04-27', '2024-04-27'],
    ['on the 27th', '2024-04-27', '2024-05-27', '2024-05-27'],
    ['Friday', '2024-05-17', '2024-05-24', '2024-05-24'],
    ['Christmas', '2023-12-25', '2024-12-25', '2023-12-25'],
  ])('M11: %s looks back or ahead as it is asked to, and says that the year is open', (text, past, future, nearest) => {
    expect(values(text, { direction: 'past' })).toEqual([past]);
    expect(values(text, { direction: 'future' })).toEqual([future]);
    expect(values(text, { direction: 'nearest' })).toEqual([nearest]);
    expect(said(text)[0]?.yearGiven).toBe(false);
  });

  it.each(['昨天', '上周五', '2021年5月1日', 'last Friday', 'two weeks ago', 'next March'])(
    'M11: %s settles the year',
    (text) => expect(said(text)).toMatchObject([{ yearGiven: true, dayGiven: true }]),
  );

  it('M11: a time of day alone, or the hours of every week, settle no day', () => {
    for (const text of ['下午3点', '3pm', '现在', 'right now', '周一至周五', 'Monday to Friday'])
      expect(said(text)).toMatchObject([{ dayGiven: false }]);
  });

  it.each([
    '快一点',
    '三点建议',
    '3号楼5号线',
    '每周一',
    '2月30日',
    '说明天气',
    'May I ask',
    'the second one',
    'in room 2024',
    'version 1.2.3',
    'call 555 1234',
    'order B2002',
  ])('M11: “%s” says nothing about time', (text) => expect(values(text)).toEqual([]));

  it('M11: keeps several times apart, and lists share their month', () => {
    expect(values('9月10号，11号和12号')).toEqual(['2024-09-10', '2024-09-11', '2024-09-12']);
    expect(values('order B2002 on June 2, 2024')).toEqual(['2024-06-02']);
    expect(values('by 2024年6月8日')).toEqual(['2024-06-08']);
    expect(values('昨天买的，明天到')).toEqual(['2024-05-21', '2024-05-23']);
    expect(values('meet next month between 2:20 to 3pm')).toEqual([
      '2024-06-01/2024-06-30',
      '2024-05-22T14:20/2024-05-22T15:00',
    ]);
  });

  it('M11: quotes the text as given, in order and without overlap, whatever it is', () => {
    const piece = fc.constantFrom(
      '明天',
      '上周',
      '三',
      '3',
      '点',
      '号',
      '月',
      '到',
      '前',
      ' ',
      '，',
      'next',
      ' May ',
      '12:30',
      '/',
      'to ',
      '５',
      '小时',
      'two days ',
      'ago',
      '𠮷',
      '国庆',
      'of ',
      'the ',
      '最后一',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }),
        fc.constantFrom('past', 'future', 'nearest', undefined),
        (parts, direction) => {
          const text = parts.join('');
          let last = 0;
          for (const time of said(text, direction ? { direction } : {})) {
            expect(text.slice(time.start, time.end)).toBe(time.text);
            expect(time.start).toBeGreaterThanOrEqual(last);
            expect(time.end).toBeGreaterThan(time.start);
            if (time.fromMs !== undefined && time.untilMs !== undefined)
              expect(time.untilMs).toBeGreaterThan(time.fromMs);
            last = time.end;
          }
        },
      ),
    );
  });

  it('M11: gives a word between two times to one of them', () =>
    expect(said('明天前小时', { direction: 'past' }).map(({ text }) => text)).toEqual(['明天', '前小时']));

  it('M11: reads any text without failing, in any zone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('UTC', 'Asia/Kathmandu', 'Nowhere/Land'),
        (text, timeZone) => {
          expect(Array.isArray(said(text, { timeZone }))).toBe(true);
        },
      ),
    );
  });

  it('M11: stays linear on a hostile text of 32 kB', () => {
    for (const unit of [
      '一',
      'a ',
      '3',
      '1:',
      '周一',
      '一天',
      'two days after ',
      '1 day and ',
      '腊月',
      '从周一到周五',
      'the last ',
    ]) {
      growsLinearly(unit, (n) => said(unit.repeat(n / unit.length)), 8_192);
    }
  });
});

describe('findTimes across a clock change', () => {
  /** In New York the clock goes from 02:00 to 03:00 on 2024-03-10 and from 02:00 back to 01:00 on 2024-11-03. */
  const newYork = (text: string, nowMs: number) => utc(text, { nowMs, timeZone: 'America/New_York' });

  it('M11: a day is 23 or 25 hours long', () => {
    expect(newYork('2024-03-10', NOW)).toEqual(['2024-03-10T05:00/2024-03-11T04:00']);
    expect(newYork('2024年11月3日', NOW)).toEqual(['2024-11-03T04:00/2024-11-04T05:00']);
  });

  it('M11: the same time of day stays the same on the wall clock', () => {
    const eve = Date.UTC(2024, 2, 9, 20);
    expect(newYork('tomorrow at 9am', eve)[0]).toMatch(/^2024-03-10T13:00/);
    expect(newYork('今天9点', eve)[0]).toMatch(/^2024-03-09T14:00/);
  });

  it('M11: hours from now are elapsed hours, days from now are calendar days', () => {
    const eve = Date.UTC(2024, 2, 9, 20);
    expect(newYork('24小时后', eve)[0]).toMatch(/^2024-03-10T20:00/);
    expect(newYork('in 24 hours', eve)[0]).toMatch(/^2024-03-10T20:00/);
    expect(newYork('in one day', eve)).toEqual(['2024-03-10T05:00/2024-03-11T04:00']);
  });

  it('M11: a time that the clock skips lies as long after the change, one that it shows twice is the first', () => {
    expect(newYork('2024-03-10T02:30', NOW)[0]).toMatch(/^2024-03-10T07:30/);
    expect(newYork('2024-11-03T01:30', NOW)[0]).toMatch(/^2024-11-03T05:30/);
  });

  it('M11: now is now in the hour that the clock shows twice', () => {
    const second = Date.UTC(2024, 10, 3, 6, 30);
    expect(newYork('现在', second)[0]).toMatch(/^2024-11-03T06:30/);
    expect(newYork('10 minutes ago', second)[0]).toMatch(/^2024-11-03T06:20/);
  });
});
