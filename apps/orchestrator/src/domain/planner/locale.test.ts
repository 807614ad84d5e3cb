import { localeOfText } from './locale';

describe('localeOfText', () => {
  it.each([
    ['我要退款', 'zh-CN'],
    ['I want a refund', 'en-US'],
    ['DD20261101003', 'en-US'],
  ])('%s → %s', (text, locale) => expect(localeOfText(text)).toBe(locale));

  it.each(['DD20261101003', 'A1B2-3344', '2026-11-30', 'wang@example.com', '899', '👍', '?'])(
    'goes on in the language of the reply before it: %s',
    (text) => {
      expect(localeOfText(text, '请告诉我订单号。')).toBe('zh-CN');
      expect(localeOfText(text, 'Which order number is it?')).toBe('en-US');
    },
  );

  it('follows a user who changes the language', () => {
    expect(localeOfText('Where is it?', '请告诉我订单号。')).toBe('en-US');
    expect(localeOfText('好', 'Shall I refund it?')).toBe('zh-CN');
  });
});
