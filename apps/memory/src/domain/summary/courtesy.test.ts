import { growsLinearly } from '@plinth/testing';
import { isCourtesy, takesOffer } from './courtesy';

describe('isCourtesy', () => {
  it.each([
    '好的',
    '谢谢',
    '好的，谢谢！',
    '好的谢谢你',
    '嗯嗯',
    '不客气～',
    'ok thanks',
    'OK, thanks a lot!',
    'Thank you so much',
    "You're welcome!",
    '你好',
    '哈哈哈😀',
    'Bye, take care',
    '收到，辛苦了',
    'great, got it',
  ])('M3: %s says nothing but courtesy', (text) => expect(isCourtesy(text)).toBe(true));

  it.each([
    '好的，改成周三',
    '谢谢，订单是ORD-1001',
    'ok, cancel it',
    'thanks, Tom',
    '可以退款',
    '好评如潮',
    'fine dining',
    '是北京',
    'no',
    '不',
    '你好吗我是李雷',
    'hi, refund please?? 300',
  ])('M3: %s says more', (text) => expect(isCourtesy(text)).toBe(false));

  it.each([
    ['好的', '需要为您退款吗？', true],
    ['ok', 'Shall I cancel it?', true],
    ['好的', '已经为您退款。', false],
    ['谢谢', '需要为您退款吗？', false],
    ['yes please', undefined, false],
  ])('M3: %s after %s takes an offer: %s', (text, previous, takes) => expect(takesOffer(text, previous)).toBe(takes));

  it('stays linear on a hostile text', () => {
    for (const unit of ['好', '谢谢', '哈', '~', '，', 'ok '])
      growsLinearly(unit, (n) => isCourtesy(`${unit.repeat(n / unit.length)}x`), 30);
  });
});
