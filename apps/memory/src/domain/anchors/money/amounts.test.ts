import fc from 'fast-check';
import { findAnchors } from '../find-anchors';
import { decimalText, exactNumber } from './exact-numbers';

const found = (text: string) =>
  findAnchors(text, { nowMs: 0, timeZone: 'UTC' })
    .filter(({ kind }) => kind === 'amount')
    .map(({ value, unit, bound }) => [value, unit, ...(bound ? [bound] : [])].join(' '));

describe('M11: amounts', () => {
  it.each([
    ['报销了八十八块六', ['88.6 CNY']],
    ['罚金两千三百元整', ['2300 CNY']],
    ['押金1万5千元', ['15000 CNY']],
    ['合计叁仟陆佰圆整', ['3600 CNY']],
    ['叁萬伍仟', ['35000 CNY']],
    ['融资2.5个亿人民币', ['250000000 CNY']],
    ['12块5毛8', ['12.58 CNY']],
    ['找零五毛钱', ['0.5 CNY']],
    ['运费港币四百五十元', ['450 HKD']],
    ['学费7,800欧元', ['7800 EUR']],
    ['四万五千泰铢', ['45000 THB']],
    ['新台币 980 元', ['980 TWD']],
    ['6千亿日元', ['600000000000 JPY']],
    ['满300元减40元', ['300 CNY', '40 CNY']],
    ['NT$1,200', ['1200 TWD']],
    ['it was two hundred and fifty dollars', ['250 USD']],
    ['$2.5 million', ['2500000 USD']],
    ['a budget of 20k euros', ['20000 EUR']],
    ['75 cents each', ['0.75 USD']],
  ])('reads %s', (text, expected) => expect(found(text)).toEqual(expected));

  it.each([
    ['大概两百多块', ['200 CNY about']],
    ['三百来块钱', ['300 CNY about']],
    ['不超过800元', ['800 CNY at_most']],
    ['2万元以上', ['20000 CNY at_least']],
    ['预算5万左右', ['50000 CNY about']],
    ['under $75', ['75 USD at_most']],
    ['at least 40 pounds', ['40 GBP at_least']],
  ])('says what is a bound or an estimate: %s', (text, expected) => expect(found(text)).toEqual(expected));

  it.each([
    '我们一块去吃饭',
    '买三块蛋糕和两块香皂',
    '十分满意',
    '三元桥怎么走',
    '1万元至3万元都行',
    '五六百万美元',
    '来了两万人',
    '跑了10k左右',
    '20 to 30 dollars',
    'room 300',
  ])('takes no amount from %s', (text) => expect(found(text)).toEqual([]));

  it('reads what it writes: a decimal survives the round trip exactly, however large', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 9_999 }), (whole, part) => {
        const text = decimalText(whole * 1_000_000n + BigInt(part) * 100n);
        expect(decimalText(exactNumber(text) ?? -1n)).toBe(text);
      }),
    );
  });
});
