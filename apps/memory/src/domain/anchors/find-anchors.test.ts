import fc from 'fast-check';
import { findAnchors } from './find-anchors';
import { hanNumber } from './han-numbers';
import { decimalText, exactNumber } from './money/exact-numbers';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = Date.UTC(2024, 4, 20, 2);
const found = (text: string, timeZone = 'Asia/Shanghai', nowMs = NOW) =>
  findAnchors(text, { nowMs, timeZone }).map(({ kind, value, unit }) => `${kind}=${value}${unit ? ` ${unit}` : ''}`);

describe('findAnchors', () => {
  it.each([
    ['我想退订单ORD-1001', ['order_number=ORD-1001']],
    ['订单号：20240315001 到哪了', ['order_number=20240315001']],
    ['查一下 so20240007 的物流', ['order_number=SO20240007']],
    ['where is order #88231?', ['order_number=88231']],
    ['My order number is a10023, thanks', ['order_number=A10023']],
    ['１２３４５６７８这个订单怎么还没发货', ['order_number=12345678']],
    ['车牌京A12345，给我叫辆车', []],
    ['我的暗号是 蓝鲸-4471', []],
    ['电话13900002222', ['phone=13900002222']],
    ['mail me at Ana.Lee@Example.com please', ['email=ana.lee@example.com']],
  ])('order numbers and contacts: %s', (text, anchors) => expect(found(text)).toEqual(anchors));

  it.each([
    ['退我300元', ['amount=300 CNY']],
    ['大概三百块吧', ['amount=300 CNY']],
    ['预算1.2万元', ['amount=12000 CNY']],
    ['一共3块5', ['amount=3.5 CNY']],
    ['￥1,299.50 太贵', ['amount=1299.5 CNY']],
    ['refund $20 to me', ['amount=20 USD']],
    ['it cost 1,200 dollars', ['amount=1200 USD']],
    ['五星好评，房费400-500元的旅馆', []],
    ['门票要100 - 150元，从大三元饭庄出发', []],
  ])('amounts: %s', (text, anchors) => expect(found(text)).toEqual(anchors));

  it.each([
    ['上周三买的', ['date=2024-05-15']],
    ['明天下午3点半', ['date=2024-05-21T15:30']],
    ['下周五之前', ['date=2024-05-31']],
    ['三天后到货', ['date=2024-05-23']],
    ['2023年12月1日下的单', ['date=2023-12-01']],
    ['2月30日', []],
    ['last Friday', ['date=2024-05-17']],
    ['next Monday at 9am', ['date=2024-05-27T09:00']],
    ['on May 3rd, 2024', ['date=2024-05-03']],
    ['two weeks ago', ['date=2024-05-06']],
    ['delivered 2024-05-15', ['date=2024-05-15']],
    ['您二位周到', []],
  ])('dates: %s', (text, anchors) => expect(found(text)).toEqual(anchors));

  it('reads “today” by the calendar of the user, not of the server', () => {
    const justBeforeMidnightUtc = Date.UTC(2024, 4, 20, 23, 30);
    expect(found('今天', 'Asia/Shanghai', justBeforeMidnightUtc)).toEqual(['date=2024-05-21']);
    expect(found('today', 'America/New_York', justBeforeMidnightUtc)).toEqual(['date=2024-05-20']);
    expect(found('today', 'Nowhere/Land', justBeforeMidnightUtc)).toEqual(['date=2024-05-20']);
  });

  it('finds a city that a task is about, and none inside a longer name', () => {
    expect(found('查北京天气')).toEqual(['place=北京']);
    expect(found('weather in Paris please')).toEqual(['place=Paris']);
    expect(found('北京东路A. Hotel旅馆怎么走？')).toEqual([]);
    expect(found('我想从城南书店坐地铁到北京东路面馆')).toEqual([]);
  });

  it('gives offsets of the text as sent, sorted and without overlap, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '订单',
            'A1001',
            '12345678',
            '300元',
            '明天',
            '3点',
            ' ',
            '，',
            'a@b.co',
            '＄５',
            'May 3',
            '上海',
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const text = parts.join('');
          const anchors = findAnchors(text, { nowMs: NOW, timeZone: 'UTC' });
          anchors.forEach((anchor, i) => {
            expect(anchor.end).toBeGreaterThan(anchor.start);
            expect(anchor.text).toHaveLength(anchor.end - anchor.start);
            expect(anchor.start).toBeGreaterThanOrEqual(anchors[i - 1]?.end ?? 0);
          });
        },
      ),
    );
  });

  it('stays linear on a hostile text of 32 kB, once dictionary and divisions are loaded', () => {
    findAnchors('张伟在北京', { nowMs: NOW, timeZone: 'UTC' });
    for (const unit of [
      '1,',
      '0-',
      '一',
      'a.',
      'A1',
      '订单',
      '周一',
      '北京市',
      '人民路1',
      '张总',
      '把报表',
      '《',
      'Mr. Al ',
      '1 Fifth Ave, ',
    ]) {
      const began = process.cpuUsage();
      findAnchors(unit.repeat(32_768 / unit.length), { nowMs: NOW, timeZone: 'UTC' });
      expect([unit, process.cpuUsage(began).user < 500_000]).toEqual([unit, true]);
    }
  });
});

describe('hanNumber', () => {
  it.each([
    ['三百二', 320],
    ['三百零二', 302],
    ['一万二', 12_000],
    ['十五', 15],
    ['二十', 20],
    ['两千零二十四', 2_024],
    ['二〇二四', 2_024],
  ])('%s is %d', (text, value) => expect(hanNumber(text)).toBe(value));

  it.each([
    '三万亿',
    '三万五千亿',
    '一亿二千万',
    '一亿三万',
    '十二亿零五',
    '两万零三十',
    '參萬伍仟',
    '兩億',
    '貳佰',
    '三百二',
    '一万二',
  ])('M11: reads %s as amounts do', (text) =>
    expect(String(hanNumber(text))).toBe(decimalText(exactNumber(text) ?? -1n)),
  );
});
