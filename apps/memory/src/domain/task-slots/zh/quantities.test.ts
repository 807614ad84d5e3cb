import { findQuantities, quantityOf, writeQuantity } from './quantities';

const written = (text: string): string[] => findQuantities(text).map(writeQuantity);

describe('M4: bounds and amounts in Chinese', () => {
  it.each([
    ['价格在100到200元之间', ['100-200元']],
    ['人均50~80块', ['50-80元']],
    ['不超过三百元', ['300元以下']],
    ['预算1.5万元以内', ['15000元以下']],
    ['1,200元', ['1200元']],
    ['至少4.5分', ['4.5分以上']],
    ['四分以上的', ['4分以上']],
    ['玩2-3个小时', ['2小时 - 3小时']],
    ['12小时 - 3天', ['12小时 - 3天']],
    ['两三个小时', ['2小时 - 3小时']],
    ['半小时就够', ['0.5小时']],
    ['要免费的', ['免费']],
    ['门票不免费', ['1元以上']],
    ['五个人', ['5人']],
  ])('%s', (text, expected) => {
    expect(written(text)).toEqual(expected);
  });

  it.each(['十分感谢', '找一家安静的', '大三元酒家', '第三天', '周边有什么', '房间里有免费停车位吗'])(
    'finds none in %s',
    (text) => {
      expect(written(text)).toEqual([]);
    },
  );

  it('reads back what it writes', () => {
    for (const value of ['100-200元', '4.5分以上', '500元以下', '2小时 - 3小时', '免费', '3个'])
      expect(quantityOf(value) && writeQuantity(quantityOf(value) ?? {})).toBe(value);
    expect(quantityOf('经济型')).toBeUndefined();
  });
});
