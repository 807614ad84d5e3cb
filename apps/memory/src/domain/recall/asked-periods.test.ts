import { askedPeriods } from './asked-periods';

/** Wednesday 2023-05-10, noon in Shanghai. */
const NOW = Date.UTC(2023, 4, 10, 4);
const shanghai = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) - 8 * 3_600_000;
const at = { nowMs: NOW, timeZone: 'Asia/Shanghai' };

describe('askedPeriods', () => {
  it.each([
    ['4月27日我们聊了什么', shanghai(2023, 4, 27)],
    ['What did I do on April 27th?', shanghai(2023, 4, 27)],
    ['12月1日我买了什么', shanghai(2022, 12, 1)],
    ['我昨天吃了什么', shanghai(2023, 5, 9)],
    ['what did we discuss last Friday', shanghai(2023, 5, 5)],
    ['2021年3月8日那天', shanghai(2021, 3, 8)],
  ])('M11: “%s” looks back to the day that was', (question, fromMs) => {
    expect(askedPeriods(question, at)[0]).toMatchObject({ fromMs, untilMs: fromMs + 86_400_000, expression: 0 });
  });

  it('M11: without a year the day to come and those of earlier years follow; with one there is one reading', () => {
    const readings = askedPeriods('4月27日', at).map(({ fromMs }) => fromMs);
    expect(readings.slice(0, 3)).toEqual([shanghai(2023, 4, 27), shanghai(2024, 4, 27), shanghai(2022, 4, 27)]);
    expect(askedPeriods('2022年4月27日', at)).toHaveLength(1);
    expect(askedPeriods('昨天', at)).toHaveLength(1);
  });

  it('names no period where the question names none', () => {
    for (const question of [
      '我最近去了哪里',
      '我以前住在哪',
      'what did I recently buy',
      '两个小时够吗',
      '前几天我去了哪',
      '几天前',
      'a few days ago I went',
      'the other day',
      '',
    ])
      expect([question, askedPeriods(question, at)]).toEqual([question, []]);
  });
});
