import { languageAsked } from './language-asked';

describe('the language of a page', () => {
  it.each(['zh', 'zh-CN', 'zh_CN', 'ZH-Hans', ' zh-TW, en;q=0.5', 'zh;q=0.9'])('is Chinese for %s', (asked) => {
    expect(languageAsked(asked)).toBe('zh');
  });

  it.each([undefined, '', 'en-GB', 'en, zh', 'fr', 'zhx', '*'])('is English for %s', (asked) => {
    expect(languageAsked(asked)).toBe('en');
  });
});
