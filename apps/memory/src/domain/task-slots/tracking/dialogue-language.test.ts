import { dialogueLanguage } from './dialogue-language';

const turn = { nowMs: 0, timeZone: 'Asia/Shanghai' };

describe('M4: the language of a turn', () => {
  it.each([
    ['就这个吧', 'Shall I book it?', 'zh'],
    ['a table for two please', '请问几位？', 'en'],
    ['OK', '您看可以吗？', 'zh'],
    ['OK', 'Shall I book it?', 'en'],
    ['4.5', undefined, 'en'],
  ])('%s after %s is %s', (text, previousReply, language) => {
    expect(dialogueLanguage({ ...turn, text, ...(previousReply === undefined ? {} : { previousReply }) })).toBe(
      language,
    );
  });
});
