/** The languages that users are written to in. */
export type Language = 'zh' | 'en';

/** Of the declared locale if it is one of ours, otherwise by the script of the text. */
export function languageOf(locale: string, text = ''): Language {
  const primary = locale.toLowerCase().split(/[-_]/)[0];
  if (primary === 'zh' || primary === 'en') return primary;
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
