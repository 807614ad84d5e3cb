import { languageOf } from './language';

it.each([
  ['zh-CN', 'Hello', 'zh'],
  ['en-GB', '你好', 'en'],
  ['ZH_Hant', '', 'zh'],
  ['fr-FR', '你好', 'zh'],
  ['fr-FR', 'Bonjour', 'en'],
  ['zha', 'Hello', 'en'],
])(
  'a user of locale %s who says “%s” is written to in %s: a declared language of ours goes first',
  (locale, text, language) => {
    expect(languageOf(locale, text)).toBe(language);
  },
);
