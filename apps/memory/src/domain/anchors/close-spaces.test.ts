import fc from 'fast-check';
import { growsLinearly } from '@plinth/testing';
import { closeSpaces } from './close-spaces';
import { findAnchors } from './find-anchors';
import { findTimes } from './time/find-times';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const AT = { nowMs: Date.UTC(2024, 4, 20, 2), timeZone: 'Asia/Shanghai' };
const values = (text: string) => findTimes(text, AT).map(({ value }) => value);
const anchors = (text: string) => findAnchors(text, AT).map(({ kind, value }) => `${kind}=${value}`);

describe('closeSpaces', () => {
  it.each([
    ['我们 5 月 28 日开会', '5月28日'],
    ['2024 年 5 月 28 日 下午 3 点 半', '2024年5月28日 下午3点半'],
    ['2024\u00a0年\u20095\u202f月 28 日', '2024年5月28日'],
    ['２０２４ 年 ５ 月 ２８ 日', '2024年5月28日'],
    ['五 月 二十八 日 见', '五月二十八日 见'],
    ['5 月 1 - 3 日 放假', '5月1-3日 放假'],
    ['5 月 1 日 - 5 月 3 日', '5月1日-5月3日'],
    ['定在 5 - 28 下午', '5-28下午'],
    ['2024 - 05 - 28 之前交', '2024-05-28之前交'],
    ['周五 3 点', '周五3点'],
    ['第 3 季度', '第3季度'],
    ['9 月 10 号、11 号', '9月10号、11号'],
    ['农历 8 月 15', '农历8月15'],
    ['20 分钟 以后', '20分钟以后'],
    ['过 3 个 月', '过3个月'],
    ['2 个半 小时', '2个半小时'],
    ['1 小时 30 分钟', '1小时30分钟'],
    ['最近 7 天', '最近7天'],
    ['凌晨 2 点 15 分 30 秒', '凌晨2点15分30秒'],
    ['90 年代', '90年代'],
  ])('M11: “%s” says the same time as “%s”', (spaced, written) => {
    expect(values(written)).not.toEqual([]);
    expect(values(spaced)).toEqual(values(written));
  });

  it.each([
    ['5-28下午3点', ['2024-05-28T15:00']],
    ['周五3点', ['2024-05-24T03:00']],
    ['5月1-3日', ['2024-05-01/2024-05-03']],
    ['3-15天', ['P15D']],
    ['第5-28页', []],
    ['星期三 天气怎么样', ['2024-05-22']],
    ['周五 点餐', ['2024-05-24']],
  ])('M11: %s', (text, times) => expect(values(text)).toEqual(times));

  it.each([
    ['转账 3 万 5 千 元', ['amount=35000']],
    ['一共 5 块 5', ['amount=5.5']],
    ['住在北京市朝阳区建国路 88 号 3 单元 502 室', ['address=北京市朝阳区建国路 88 号 3 单元 502 室']],
    ['送到人民路 88 号', ['address=人民路 88 号']],
    ['发我 周报 2024.pdf', ['file=2024.pdf']],
  ])('M11: anchors of “%s”', (text, found) => expect(anchors(text)).toEqual(found));

  it('M11: quotes every expression as the text has it', () => {
    const text = '请在 2024 年 5 月 28 日 前转 300 元 到老地方，下午 3 点 半 见';
    for (const { text: quoted, start, end } of [...findTimes(text, AT), ...findAnchors(text, AT)])
      expect(quoted).toBe(text.slice(start, end));
    expect(findTimes(text, AT).map((time) => time.text)).toEqual(['2024 年 5 月 28 日 前', '下午 3 点 半']);
  });

  it('drops spaces alone, and finds the way back for every stretch', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('5', '28', '月', '日', ' ', '\u00a0', '-', 'a', '个', '半') }),
        (text) => {
          const { text: closed, given } = closeSpaces(text);
          expect(closed.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          for (let at = 0; at < closed.length; at++) {
            const { start, end } = given(at, at + 1);
            expect(text.slice(start, end)).toBe(closed[at]);
          }
        },
      ),
    );
  });

  it.each(['5 月 ', '1 - ', '二 ', ' 个 ', '2024 - 0'])('stays linear on 32 kB of “%s”', (piece) =>
    growsLinearly(piece, (n) => closeSpaces(piece.repeat(n / piece.length)), 8_192),
  );
});
